// What has no room is an error in each target, as without a sanitizer.

const char* __asan_default_options(void) {
  return "allocator_may_return_null=1";
}
