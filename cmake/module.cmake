# The module: js/engine/limber.wasm, a lone WebAssembly file without JavaScript of Emscripten's.
#
# Exports: what wasm/generate.mjs lists in build/wasm/exports.txt (one `_name` a line), plus memory,
# the function table (growable, so that JavaScript can install callbacks) and the stack pointer.
# Imports: the names in wasm/imports.syms, from the module "env"; scripts/check_module.mjs fails the
# build when the module asks for anything else.

set(module_dir "${CMAKE_SOURCE_DIR}/js/engine")
set(exports_file "${CMAKE_SOURCE_DIR}/build/wasm/exports.txt")
file(MAKE_DIRECTORY "${module_dir}")
file(MAKE_DIRECTORY "${CMAKE_SOURCE_DIR}/build/wasm")

find_program(LB_NODE node REQUIRED)

# Bindings come from the public headers; the list of exports is one of the results.
set(export_flags "-sEXPORTED_FUNCTIONS=_malloc,_free")
set(link_depends "")
if(EXISTS "${CMAKE_SOURCE_DIR}/wasm/generate.mjs")
  file(GLOB generator_inputs CONFIGURE_DEPENDS src/api/*.h wasm/*.mjs wasm/*.txt wasm/*.c)
  # the generator reads back what it wrote, by the package's own modules
  list(APPEND generator_inputs js/engine/numbers.js js/engine/packing.js js/engine/schema.js
       js/mujoco/accessor_fields.js js/mujoco/elements.js js/mujoco/vectors.js)
  add_custom_command(
    OUTPUT "${exports_file}"
    COMMAND ${LB_NODE} wasm/generate.mjs
    COMMAND ${CMAKE_COMMAND} -E touch "${exports_file}"
    DEPENDS ${generator_inputs}
    WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
    COMMENT "Generating bindings")
  add_custom_target(bindings DEPENDS "${exports_file}")
  set(export_flags "-sEXPORTED_FUNCTIONS=@${exports_file}")
  set(link_depends "${exports_file}")
endif()

file(GLOB module_sources CONFIGURE_DEPENDS wasm/*.c)
if(NOT module_sources)
  set(module_sources cmake/empty.c)
endif()

set_source_files_properties(wasm/blocks.c PROPERTIES COMPILE_OPTIONS
                            "-O2;-mbulk-memory;-fno-builtin;-fno-lto")
add_executable(limber_module ${module_sources} $<TARGET_OBJECTS:limber_objects>)
target_link_libraries(limber_module PRIVATE limber_objects)
if(TARGET bindings)
  add_dependencies(limber_module bindings)
endif()

# Static data begin behind the stack. With threads there are more of them at the front: with a stack that much smaller most
# addresses are those of the module without threads, and the difference of the two (scripts/threads.mjs) is 3 kB smaller. The main
# thread's stack still is twice that of any other thread (js/engine/crew.js), and an overflow traps in both.
set(stack_size 2MB)
if(LB_WASM_THREADS)
  set(stack_size 2079664)
endif()

target_link_options(limber_module PRIVATE
  --no-entry
  ${export_flags}
  -Wno-undefined
  -sERROR_ON_UNDEFINED_SYMBOLS=0
  -sWARN_ON_UNDEFINED_SYMBOLS=0
  -sFILESYSTEM=0
  -sDISABLE_EXCEPTION_CATCHING=1
  -sSUPPORT_LONGJMP=0
  -sMALLOC=emmalloc
  -sALLOW_MEMORY_GROWTH=1
  -sINITIAL_MEMORY=16MB
  -sMAXIMUM_MEMORY=2GB # so that addresses are never negative in JavaScript
  -sSTACK_SIZE=${stack_size}
  -sALLOW_TABLE_GROWTH=1
  -Wl,--wrap=emscripten_resize_heap # wasm/memory.c
  -Wl,--stack-first # an overflow traps instead of overwriting data
  -Wl,--export-table
  -Wl,--export=__stack_pointer)
if(LB_FAST_LINK)
  target_link_options(limber_module PRIVATE -O1 -g2)
  set(check_flags --lenient)
else()
  # inlining between files: a sixth of the usual, files have done theirs before; larger functions with a
  # single caller stay functions (why: LB_OWN_FUNCTION in src/base/compiler.h)
  set(passes --skip-pass=memory-packing --one-caller-inline-max-function-size=100 --merge-similar-functions --dae-optimizing --vacuum)
  # control flow made anew and two more rounds: 1.7 kB less in brotli, the same speed;
  # the lowest addresses are the far end of the stack, so that offsets may be added to any address
  list(PREPEND passes --flatten --rereloop -O3 -O3 --low-memory-unused)
  list(JOIN passes "," extra_passes)
  set(link_limits "")
  foreach(limit IN LISTS LB_PROFILE_LIMITS)
    list(APPEND link_limits "-Wl,-mllvm,${limit}")
  endforeach()
  # names, for scripts/order.mjs
  target_link_options(limber_module PRIVATE -O3 -flto --profiling-funcs
    -Wl,--lto-O2 -Wl,-mllvm,-inlinedefault-threshold=25 ${link_limits} "-sBINARYEN_EXTRA_PASSES=${extra_passes}")
  set(check_flags --size)
endif()

set(module_name limber)
if(LB_WASM_THREADS)
  set(module_name limber-mt)
  # the memory comes from the loader, who gives it to the workers, too
  # (--oformat: a lone file as without threads, but one that imports what it lacks from JavaScript)
  target_link_options(limber_module PRIVATE -sIMPORTED_MEMORY=1 --oformat=bare -Wno-experimental
    -sWASM_BIGINT=1
    -Wl,--export=_emscripten_wasm_worker_initialize,--export=lb_serveThreads
    -Wl,--export=lb_allowWaiting,--export=lb_waitingThreads,--export=__tls_size)
endif()

# A bare module is not what Emscripten hands to Binaryen, so it goes there from here. The other one went there, but without the last
# look at the order of its instructions, which Emscripten leaves to steps that a lone module does not need. Both get the same order of
# functions where both are built.
if(LB_WASM_THREADS)
  set(order_option --read)
  set(optimisations --strip-producers --strip-target-features --post-emscripten -O3
      --pass-arg=directize-initial-contents-immutable ${passes} --enable-threads)
else()
  set(order_option --write)
  set(optimisations --quiet --optimize-level=3)
endif()
# numbers that are copied share a local: 0.2 kB less in brotli
list(APPEND optimisations --optimize-instructions --precompute --merge-locals --coalesce-locals --reorder-locals --rse --vacuum)
if(NOT LB_FAST_LINK)
  get_filename_component(toolchain "${LB_EMSCRIPTEN_ROOT}" DIRECTORY)
  set(module "$<TARGET_FILE:limber_module>")
  add_custom_command(TARGET limber_module POST_BUILD
    COMMAND ${LB_NODE} scripts/order.mjs "${module}" ${order_option} build/wasm/order.txt
    COMMAND "${toolchain}/binaryen/bin/wasm-opt" "${module}" -o "${module}"
            --mvp-features --enable-bulk-memory --enable-multivalue --enable-mutable-globals --enable-reference-types
            --enable-sign-ext --enable-simd ${optimisations} --reorder-functions-by-name --strip-debug --optimize-stack-ir
    WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
endif()

set_target_properties(limber_module PROPERTIES OUTPUT_NAME ${module_name} SUFFIX .wasm
  LINK_DEPENDS "${link_depends}")
add_custom_command(TARGET limber_module POST_BUILD
  COMMAND ${LB_NODE} scripts/check_module.mjs "$<TARGET_FILE:limber_module>" ${check_flags}
  WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")

# Two build folders share the place in js/engine: the one built last is the one in use. The module with
# threads stays where it was built: js/engine has what it differs in.
if(LB_WASM_THREADS)
  set(place_command "")
else()
  set(place_command COMMAND ${CMAKE_COMMAND} -E copy_if_different "$<TARGET_FILE:limber_module>"
      "${module_dir}/${module_name}.wasm")
endif()
add_custom_target(place_module ALL
  ${place_command}
  COMMAND ${LB_NODE} scripts/threads.mjs
  WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
  DEPENDS limber_module)
