# find_package(pursuit) gives
#
#     pursuit::pursuit    the shared library
#     pursuit::static     the static one, with what it needs beside it
#
# each where it is installed. A program can hold only one Rust static library that was optimised at link time: where
# another one is linked in, take pursuit::pursuit.

# Where `cargo cinstall` puts things by default; an installation by CMake says where it did.
get_filename_component(_pursuit_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(_pursuit_includedir "${_pursuit_prefix}/include")
set(_pursuit_libdirs
    "${_pursuit_prefix}/lib/${CMAKE_LIBRARY_ARCHITECTURE}" "${_pursuit_prefix}/lib64" "${_pursuit_prefix}/lib")
set(_pursuit_bindir "${_pursuit_prefix}/bin")
include("${CMAKE_CURRENT_LIST_DIR}/pursuitInstallDirs.cmake" OPTIONAL)
get_filename_component(_pursuit_includedir "${_pursuit_includedir}" ABSOLUTE)
get_filename_component(_pursuit_bindir "${_pursuit_bindir}" ABSOLUTE)

# Sets variable to the first of the libraries' folders that has one of the names, or to nothing.
function(_pursuit_find variable)
    foreach(folder IN LISTS _pursuit_libdirs)
        foreach(name IN LISTS ARGN)
            if(EXISTS "${folder}/${name}")
                get_filename_component(file "${folder}/${name}" ABSOLUTE)
                set(${variable} "${file}" PARENT_SCOPE)
                return()
            endif()
        endforeach()
    endforeach()
    set(${variable} "" PARENT_SCOPE)
endfunction()

if(WIN32)
    _pursuit_find(_pursuit_import pursuit.dll.lib libpursuit.dll.a pursuit.dll.a)
    set(_pursuit_shared "${_pursuit_import}")
else()
    _pursuit_find(_pursuit_shared "libpursuit${CMAKE_SHARED_LIBRARY_SUFFIX}")
endif()
_pursuit_find(_pursuit_static "${CMAKE_STATIC_LIBRARY_PREFIX}pursuit${CMAKE_STATIC_LIBRARY_SUFFIX}")
_pursuit_find(_pursuit_pc pkgconfig/pursuit.pc)

if(_pursuit_shared AND NOT TARGET pursuit::pursuit)
    add_library(pursuit::pursuit SHARED IMPORTED)
    set_target_properties(pursuit::pursuit PROPERTIES
        IMPORTED_LOCATION "${_pursuit_shared}"
        INTERFACE_INCLUDE_DIRECTORIES "${_pursuit_includedir}")
    if(WIN32)
        set_target_properties(pursuit::pursuit PROPERTIES
            IMPORTED_LOCATION "${_pursuit_bindir}/pursuit.dll"
            IMPORTED_IMPLIB "${_pursuit_import}")
    endif()
endif()

# What the static library needs is said in pursuit.pc; libc and the unwinder come with the compiler.
if(_pursuit_static AND _pursuit_pc AND NOT TARGET pursuit::static)
    file(STRINGS "${_pursuit_pc}" _pursuit_needs REGEX "^Libs.private:")
    string(REGEX REPLACE "^Libs.private: *" "" _pursuit_needs "${_pursuit_needs}")
    separate_arguments(_pursuit_needs UNIX_COMMAND "${_pursuit_needs}")
    list(REMOVE_ITEM _pursuit_needs -lc -lgcc_s)
    add_library(pursuit::static STATIC IMPORTED)
    set_target_properties(pursuit::static PROPERTIES
        IMPORTED_LOCATION "${_pursuit_static}"
        INTERFACE_INCLUDE_DIRECTORIES "${_pursuit_includedir}"
        INTERFACE_LINK_LIBRARIES "${_pursuit_needs}")
endif()

if(NOT TARGET pursuit::pursuit AND NOT TARGET pursuit::static)
    set(${CMAKE_FIND_PACKAGE_NAME}_FOUND FALSE)
    set(${CMAKE_FIND_PACKAGE_NAME}_NOT_FOUND_MESSAGE "there is no pursuit library in ${_pursuit_libdirs}")
endif()
