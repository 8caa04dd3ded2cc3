#include "kernels/blas.h"

#include <cblas.h>
#include <sys/mman.h>
#ifndef EQNET_STATIC
#include <dlfcn.h>
#endif

#include <algorithm>
#include <array>
#include <cstdlib>
#include <mutex>
#include <vector>

#include "base/machine_error.h"
#include "base/own_folder.h"

#ifdef EQNET_STATIC
// OpenBLAS's own choice of its kernels; builds for one processor lack them.
extern "C" {
void gotoblas_dynamic_init() __attribute__((weak));
void gotoblas_dynamic_quit() __attribute__((weak));
void* blas_memory_alloc(int) __attribute__((weak));
void blas_memory_free(void*) __attribute__((weak));
}
#endif

namespace eqnet::kernels {
namespace {

// What is used of OpenBLAS. As soon as it is loaded, it starts a thread per core and takes memory for each; so it is
// loaded at the first product, and told beforehand to be one thread. A program that multiplies nothing has none of it.
struct Library {
  decltype(&cblas_sgemm) sgemm = nullptr;
  decltype(&cblas_dgemm) dgemm = nullptr;
  decltype(&openblas_set_num_threads) set_num_threads = nullptr;
  decltype(&openblas_get_corename) get_corename = nullptr;
  void (*dynamic_init)() = nullptr;  // OpenBLAS's own choice of its kernels; builds for one processor lack them
  void (*dynamic_quit)() = nullptr;
  void* (*memory_alloc)(int) = nullptr;  // of the buffer that a product works in
  void (*memory_free)(void*) = nullptr;
};

// NOLINTBEGIN(concurrency-mt-unsafe): nothing else in this program sets the environment
class OneThread {
 public:
  OneThread() : set_(std::getenv(kName) == nullptr) {
    if (set_) setenv(kName, "1", 1);
  }
  ~OneThread() {
    if (set_) unsetenv(kName);
  }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  static constexpr const char* kName = "OPENBLAS_NUM_THREADS";
  bool set_;
};

#ifdef EQNET_STATIC

// A library that is linked in sets itself up before main, after the constructors of this priority.
__attribute__((constructor(101))) void be_one_thread() {
  setenv("OPENBLAS_NUM_THREADS", "1", 0);
}

Library load() {
  return {cblas_sgemm,           cblas_dgemm,           openblas_set_num_threads, openblas_get_corename,
          gotoblas_dynamic_init, gotoblas_dynamic_quit, blas_memory_alloc,        blas_memory_free};
}

#else

// A package may bring it along, beside libeqnet.so. EQNET_OPENBLAS is where it was when this was built; elsewhere the
// system is asked for it by name.
Library load() {
  const OneThread one_thread;
  void* library = nullptr;
  const std::string beside = base::own_folder() / "libopenblas.so.0";
  for (const char* name : {beside.c_str(), EQNET_OPENBLAS, "libopenblas.so.0"}) {
    if (library == nullptr) library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  }
  if (library == nullptr) {
    throw base::MachineError("libopenblas.so.0", std::string("cannot be loaded (") + dlerror() + ")",
                             "install Debian's package libopenblas0-pthread");
  }
  const auto find = [&]<class Function>(const char* name, Function& function, bool needed) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (needed && function == nullptr) throw base::MachineError(EQNET_OPENBLAS, std::string("has no function ") + name);
  };
  Library found;
  find("cblas_sgemm", found.sgemm, true);
  find("cblas_dgemm", found.dgemm, true);
  find("openblas_set_num_threads", found.set_num_threads, true);
  find("openblas_get_corename", found.get_corename, true);
  find("gotoblas_dynamic_init", found.dynamic_init, false);
  find("gotoblas_dynamic_quit", found.dynamic_quit, false);
  find("blas_memory_alloc", found.memory_alloc, false);
  find("blas_memory_free", found.memory_free, false);
  return found;
}

#endif
// NOLINTEND(concurrency-mt-unsafe)

const Library& library() {
  static const Library loaded = load();
  return loaded;
}

// Which of OpenBLAS's cores have kernels for an instruction set; the first is the one to ask for.
constexpr std::array<std::string_view, 3> kCoresV4 = {"SkylakeX", "Cooperlake", "SapphireRapids"};
constexpr std::array<std::string_view, 3> kCoresV3 = {"Haswell", "Zen", "Excavator"};

bool has(const std::array<std::string_view, 3>& cores, std::string_view core) {
  return std::find(cores.begin(), cores.end(), core) != cores.end();
}

// OpenBLAS takes 128 MB of addresses for every thread that multiplies at a time, and where it cannot get them it tries
// for ever (0.3.21). So a thread's first product waits until there are buffers for all threads that have one: whether
// the addresses are to be had is tried first, then OpenBLAS is made to take them.
class Buffers {
 public:
  static Buffers& of_process() {
    static Buffers all;
    return all;
  }

  void add_thread() {
    const std::lock_guard lock(mutex_);
    if (threads_ + 1 > taken_) {
      take(threads_ + 1);
      taken_ = threads_ + 1;
    }
    ++threads_;
  }
  void remove_thread() {
    const std::lock_guard lock(mutex_);
    --threads_;
  }

 private:
  // Makes OpenBLAS hold so many at once, then lets go of them: it keeps what it has taken.
  static void take(size_t count) {
    std::vector<void*> held;
    bool room = true;
    while (held.size() < count && (room = has_room()) && library().memory_alloc != nullptr) {
      held.push_back(library().memory_alloc(0));
    }
    for (void* buffer : held) library().memory_free(buffer);
    if (room) return;
    throw base::MachineError(
        "out of memory: matrix products need 128 MB of addresses per thread; allow more, or use fewer threads");
  }
  static bool has_room() {
    constexpr size_t kRoom = size_t{136} << 20;
    void* room = mmap(nullptr, kRoom, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) return false;
    munmap(room, kRoom);
    return true;
  }

  std::mutex mutex_;
  size_t threads_ = 0, taken_ = 0;
};

struct BufferOfThread {
  BufferOfThread() { Buffers::of_process().add_thread(); }
  ~BufferOfThread() { Buffers::of_process().remove_thread(); }
  BufferOfThread(const BufferOfThread&) = delete;
  BufferOfThread& operator=(const BufferOfThread&) = delete;
};

// Parallel work is cut into parts above this room. And an OpenBLAS that is older than the processor may not know it and
// fall back to kernels without AVX, six times slower (0.3.21 on Xeons of 2023). Not before main: a static OpenBLAS must
// have set itself up first.
const Library& prepared() {
  static const Library* const ready = [] {
    library().set_num_threads(1);
    const bool chosen = std::getenv("OPENBLAS_CORETYPE") != nullptr;  // NOLINT(concurrency-mt-unsafe): see use_core_of
    if (!chosen) use_core_of(isa());
    return &library();
  }();
  thread_local const BufferOfThread buffer;
  return *ready;
}

CBLAS_TRANSPOSE transpose(Op op) {
  return op == Op::plain ? CblasNoTrans : CblasTrans;
}

blasint size(size_t n) {
  return static_cast<blasint>(n);
}

}  // namespace

void load_blas() {
  (void)library();
}

std::string_view core() {
  return library().get_corename();
}

// NOLINTBEGIN(concurrency-mt-unsafe): nothing else in this program sets the environment
void use_core_of(Isa isa) {
  const bool v4 = has(kCoresV4, core());
  const bool v3 = has(kCoresV3, core());
  if (library().dynamic_init == nullptr || (isa == Isa::v4 ? v4 : isa == Isa::v3 ? v3 : !v3 && !v4)) return;
  setenv("OPENBLAS_CORETYPE", isa == Isa::v4 ? "SkylakeX" : isa == Isa::v3 ? "Haswell" : "Prescott", 1);
  library().dynamic_quit();
  library().dynamic_init();
  unsetenv("OPENBLAS_CORETYPE");
}
// NOLINTEND(concurrency-mt-unsafe)

void gemm(Op op_a, Op op_b, size_t m, size_t n, size_t k, float alpha, const float* a, size_t lda, const float* b,
          size_t ldb, float beta, float* c, size_t ldc) {
  if (m == 0 || n == 0) return;
  prepared().sgemm(CblasRowMajor, transpose(op_a), transpose(op_b), size(m), size(n), size(k), alpha, a, size(lda), b,
                   size(ldb), beta, c, size(ldc));
}

void gemm(Op op_a, Op op_b, size_t m, size_t n, size_t k, double alpha, const double* a, size_t lda, const double* b,
          size_t ldb, double beta, double* c, size_t ldc) {
  if (m == 0 || n == 0) return;
  prepared().dgemm(CblasRowMajor, transpose(op_a), transpose(op_b), size(m), size(n), size(k), alpha, a, size(lda), b,
                   size(ldb), beta, c, size(ldc));
}

}  // namespace eqnet::kernels
