# The version is the one of the installed header. Versions are compatible as VERSIONING.md has it: within a major
# version, in 0.x within a minor one, a later one serves who asks for an earlier one.

get_filename_component(_pursuit_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(_pursuit_includedir "${_pursuit_prefix}/include")
include("${CMAKE_CURRENT_LIST_DIR}/pursuitInstallDirs.cmake" OPTIONAL)

file(STRINGS "${_pursuit_includedir}/pursuit.h" PACKAGE_VERSION REGEX "^#define PURSUIT_VERSION \"")
string(REGEX REPLACE ".*\"([^\"]*)\".*" "\\1" PACKAGE_VERSION "${PACKAGE_VERSION}")

string(REGEX MATCH "^(0\\.[0-9]+|[0-9]+)" _pursuit_series "${PACKAGE_VERSION}")
string(REPLACE "." "\\." _pursuit_series "${_pursuit_series}")
# "0" asks for any 0.x, and "" for any version.
if(PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)
    set(PACKAGE_VERSION_COMPATIBLE FALSE)
elseif(PACKAGE_FIND_VERSION STREQUAL "" OR PACKAGE_FIND_VERSION STREQUAL "0")
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
elseif("${PACKAGE_FIND_VERSION}." MATCHES "^${_pursuit_series}\\.")
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
else()
    set(PACKAGE_VERSION_COMPATIBLE FALSE)
endif()
if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
endif()
