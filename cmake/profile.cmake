# Sets LB_PROFILE_FLAGS: how often the code of a step runs (cmake/profile.txt), for the compiler. It inlines where calls are frequent; in the
# module it takes the code that runs rarely for size.

find_program(LB_NODE node REQUIRED)
set(profile_text "${CMAKE_SOURCE_DIR}/cmake/profile.txt")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${profile_text}")

# named by its contents, so that sources are compiled anew when it changes
file(SHA256 "${profile_text}" profile_hash)
string(SUBSTRING "${profile_hash}" 0 12 profile_hash)
set(profile_file "${CMAKE_BINARY_DIR}/profile-${profile_hash}.profdata")
if(NOT EXISTS "${profile_file}")
  execute_process(COMMAND "${LB_NODE}" scripts/profile.mjs --index "${profile_file}"
                  WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}" COMMAND_ERROR_IS_FATAL ANY)
endif()

set(LB_PROFILE_FLAGS "-fprofile-instr-use=${profile_file}" -Wno-profile-instr-unprofiled
                     -Wno-profile-instr-out-of-date -Wno-backend-plugin)
if(NOT EMSCRIPTEN)
  return()
endif()

# What is outside of three tenths of all counts is compiled for size, and what never runs is inlined nowhere. What a frequent call may cost is
# a little less than any call may with -O2, 225, which takes 0.9 kB more in brotli (the compiler's own limit of 3000 is 30 kB for 2% of speed).
set(LB_PROFILE_LIMITS -hot-callsite-threshold=180 -inline-cold-callsite-threshold=0 -inlinecold-threshold=0
                      -pgso-lwss-only=false -pgso-cutoff-instr-prof=300000)
foreach(limit IN LISTS LB_PROFILE_LIMITS)
  list(APPEND LB_PROFILE_FLAGS -mllvm ${limit})
endforeach()
