// The C++ runtime of the installed library, all of it: tinyxml2 and mjcf/dom.cc use no exceptions
// and no type information, so that new, delete and calls of pure virtual functions are what
// remains. With these a C program links liblimber.a without libstdc++; they are invisible outside
// of it.

#include <cstdlib>
#include <new>

const std::nothrow_t std::nothrow{};

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return std::malloc(size ? size : 1);
}

void* operator new(std::size_t size) {
  void* block = operator new(size, std::nothrow);
  if (!block) {
    std::abort();
  }
  return block;
}

void* operator new[](std::size_t size) {
  return operator new(size);
}

void operator delete(void* block) noexcept {
  std::free(block);
}

void operator delete(void* block, std::size_t) noexcept {
  std::free(block);
}

void operator delete[](void* block) noexcept {
  std::free(block);
}

extern "C" [[noreturn]] void __cxa_pure_virtual() {
  std::abort();
}
