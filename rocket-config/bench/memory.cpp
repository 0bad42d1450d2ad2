// Owns: the bytes of the simulated main memory: reserved, not filled, and loaded from an image file. The file's form is described in image.ts.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <sys/mman.h>

static unsigned char* bytes = nullptr;
static uint64_t base, size;
static std::string problem;

// Fills the memory. Why it could not, or an empty text.
static std::string load(const char* name) {
  const std::string file = std::string("the memory image ") + name;
  FILE* in = fopen(name, "rb");
  if (!in) return file + " cannot be read";
  char magic[8];
  bool whole = fread(magic, 1, 8, in) == 8 && memcmp(magic, "ARCHMEM1", 8) == 0;
  std::string wrong = whole ? "" : file + " is no memory image";
  uint64_t head[2];  // address, length
  for (size_t got; wrong.empty() && (got = fread(head, 1, sizeof head, in)) != 0;) {
    const uint64_t at = head[0] - base;
    if (got != sizeof head) wrong = file + " ends in the middle of a record";
    else if (at > size || head[1] > size - at) wrong = file + " has bytes outside the memory";
    else if (fread(bytes + at, 1, head[1], in) != head[1]) wrong = file + " ends in the middle of a record";
  }
  fclose(in);
  return wrong;
}

extern "C" {

const char* bench_memory_open(const char* image, unsigned long long from, unsigned long long length) {
  base = from;
  size = length;
  // Pages come into being when they are first written.
  void* at = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED) problem = "the operating system gives no address space for the simulated memory";
  else {
    bytes = static_cast<unsigned char*>(at);
    problem = *image ? load(image) : "";
  }
  return problem.c_str();
}

// The aligned word that holds the address, which lies in the memory. Little-endian machines only.
unsigned long long bench_memory_read(unsigned long long address) {
  uint64_t word;
  memcpy(&word, bytes + ((address - base) & ~7ull), 8);
  return word;
}

void bench_memory_write(unsigned long long address, unsigned long long data, unsigned char strobe) {
  unsigned char* word = bytes + ((address - base) & ~7ull);
  for (int i = 0; i < 8; i++) if (strobe >> i & 1) word[i] = static_cast<unsigned char>(data >> (8 * i));
}

}
