// Work over an index range on a few threads. Each index is handled once, results go where the index says, so the
// outcome never depends on the number of threads.
#pragma once

#include <cstddef>
#include <functional>

namespace eqnet::base {

// The number of threads to use when the user names none: the cores this process may run on.
size_t default_threads();

// Calls work(i) for every i in [0, n), in any order. The first exception (by index) is rethrown after all have ended.
void parallel_for(size_t n, size_t threads, const std::function<void(size_t)>& work);

}  // namespace eqnet::base
