# What CMakeLists.txt asks cargo and rustc.

find_program(PURSUIT_CARGO cargo PATHS "$ENV{CARGO_HOME}/bin" "$ENV{HOME}/.cargo/bin" NO_CMAKE_FIND_ROOT_PATH)
find_program(PURSUIT_RUSTC rustc PATHS "$ENV{CARGO_HOME}/bin" "$ENV{HOME}/.cargo/bin" NO_CMAKE_FIND_ROOT_PATH)
if(NOT PURSUIT_CARGO OR NOT PURSUIT_RUSTC)
    message(FATAL_ERROR "pursuit is built by cargo and rustc, which are not on the PATH: see https://rustup.rs")
endif()

# Sets PURSUIT_VERSION, PURSUIT_DESCRIPTION and, for pursuit_install_listed, PURSUIT_MANIFEST (JSON) from Cargo.toml.
macro(pursuit_read_manifest)
    # A change of Cargo.toml configures anew.
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/Cargo.toml")
    execute_process(
        COMMAND "${PURSUIT_CARGO}" metadata --format-version 1 --no-deps
        WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
        OUTPUT_VARIABLE metadata RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "cargo can't read ${CMAKE_CURRENT_SOURCE_DIR}/Cargo.toml (${result})")
    endif()
    # Other members of the workspace may be there too.
    string(JSON count LENGTH "${metadata}" packages)
    math(EXPR last "${count} - 1")
    foreach(index RANGE ${last})
        string(JSON name GET "${metadata}" packages ${index} name)
        if(name STREQUAL "pursuit")
            string(JSON PURSUIT_VERSION GET "${metadata}" packages ${index} version)
            string(JSON PURSUIT_DESCRIPTION GET "${metadata}" packages ${index} description)
            string(JSON PURSUIT_MANIFEST GET "${metadata}" packages ${index} metadata capi install)
        endif()
    endforeach()
endmacro()

# Installs the files that [package.metadata.capi.install.KIND] of Cargo.toml lists into folder.
function(pursuit_install_listed kind folder)
    string(JSON count LENGTH "${PURSUIT_MANIFEST}" ${kind} asset)
    math(EXPR last "${count} - 1")
    foreach(index RANGE ${last})
        string(JSON from GET "${PURSUIT_MANIFEST}" ${kind} asset ${index} from)
        string(JSON to ERROR_VARIABLE absent GET "${PURSUIT_MANIFEST}" ${kind} asset ${index} to)
        if(absent)
            set(to "")
        endif()
        if(NOT EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${from}")
            message(FATAL_ERROR "Cargo.toml lists ${from} to be installed, and there is no such file")
        endif()
        # They declare what a library without the grader's names does not have.
        if(PURSUIT_GRADER OR NOT from MATCHES "coprobber")
            install(FILES "${CMAKE_CURRENT_SOURCE_DIR}/${from}" DESTINATION "${folder}/${to}")
        endif()
    endforeach()
endfunction()

# The libraries that the static one needs beside it, as linker flags. rustc knows them for each platform; they are those
# of Rust's standard library, so that an empty crate tells them.
function(pursuit_native_static_libraries result_variable)
    set(probe "${CMAKE_CURRENT_BINARY_DIR}/native-libraries")
    file(WRITE "${probe}.rs" "")
    set(target "")
    if(PURSUIT_RUST_TARGET)
        set(target --target ${PURSUIT_RUST_TARGET})
    endif()
    execute_process(
        COMMAND "${PURSUIT_RUSTC}" --crate-type staticlib --crate-name probe ${target}
                --print native-static-libs -o "${probe}.a" "${probe}.rs"
        WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
        OUTPUT_VARIABLE report ERROR_VARIABLE report RESULT_VARIABLE result)
    if(NOT result EQUAL 0 OR NOT report MATCHES "native-static-libs:([^\n]*)")
        message(FATAL_ERROR "rustc does not tell the native libraries:\n${report}")
    endif()
    string(STRIP "${CMAKE_MATCH_1}" flags)
    file(REMOVE "${probe}.a")
    separate_arguments(flags NATIVE_COMMAND "${flags}")
    # Compilers add their own libc and unwinder, and the right ones: there is no libgcc_s for a program linked with
    # -static, where it is libgcc_eh.
    list(REMOVE_ITEM flags -lc -lgcc_s)
    # MSVC's way to say the same.
    list(FILTER flags EXCLUDE REGEX "^/defaultlib:")
    list(TRANSFORM flags REPLACE "^(.*)\\.lib$" "-l\\1")
    list(REMOVE_DUPLICATES flags)
    set(${result_variable} "${flags}" PARENT_SCOPE)
endfunction()
