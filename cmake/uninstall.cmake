# Removes what MANIFEST, the list that `cmake --install` writes, says was installed, and the folders of pursuit's own that
# are empty then. DESTDIR is honoured as it was when installing.

if(NOT EXISTS "${MANIFEST}")
    message(FATAL_ERROR "Nothing was installed from this build folder: there is no ${MANIFEST}")
endif()
file(STRINGS "${MANIFEST}" files)
foreach(file IN LISTS files)
    set(file "$ENV{DESTDIR}${file}")
    # A link to a file removed before it does not EXIST.
    if(EXISTS "${file}" OR IS_SYMLINK "${file}")
        message(STATUS "Removing ${file}")
        file(REMOVE "${file}")
    else()
        message(STATUS "Already gone: ${file}")
    endif()
    get_filename_component(folder "${file}" DIRECTORY)
    get_filename_component(name "${folder}" NAME)
    file(GLOB left "${folder}/*")
    if(name STREQUAL "pursuit" AND IS_DIRECTORY "${folder}" AND NOT left)
        file(REMOVE_RECURSE "${folder}")
    endif()
endforeach()
file(REMOVE "${MANIFEST}")
