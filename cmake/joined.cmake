# LB_ENGINE_OBJECTS: what the native library `limber` is made of. With link-time optimisation that is one object of machine code, joined once
# for all programs that are linked afterwards; otherwise each source's own.

# lb_join(OUTPUT FLAGS objects...): the linker makes one object of many.
function(lb_join output flags)
  get_filename_component(folder "${output}" DIRECTORY)
  file(MAKE_DIRECTORY "${folder}")
  file(GENERATE OUTPUT "${output}.txt" CONTENT "$<JOIN:${ARGN},\n>\n")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND ${CMAKE_C_COMPILER} -r -nostdlib -fuse-ld=lld -Wl,--force-group-allocation ${flags} -o "${output}"
            "@${output}.txt"
    DEPENDS ${ARGN}
    COMMAND_EXPAND_LISTS
    COMMENT "Joining ${output}")
endfunction()

set(LB_ENGINE_OBJECTS $<TARGET_OBJECTS:limber_objects>)
set(LB_LIBRARY_OBJECTS "") # of the libraries that the engine needs
foreach(library IN LISTS LB_LIBRARIES)
  list(APPEND LB_LIBRARY_OBJECTS $<TARGET_OBJECTS:${library}>)
endforeach()
if(LB_NATIVE_LTO)
  set(engine_object "${CMAKE_BINARY_DIR}/joined/engine.o")
  lb_join("${engine_object}" "-flto=thin;-O3;-Wl,--thinlto-cache-dir=${CMAKE_BINARY_DIR}/joined/cache" ${LB_ENGINE_OBJECTS} ${LB_LIBRARY_OBJECTS})
  set_source_files_properties("${engine_object}" PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  set(LB_ENGINE_OBJECTS "${engine_object}")
  set(LB_LIBRARY_OBJECTS "")
endif()
