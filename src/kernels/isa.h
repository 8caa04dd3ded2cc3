// The instruction set that the loops of this room run on. They are compiled once for each of these levels of x86-64,
// and the widest that the processor has is chosen when the program starts; EQNET_ISA=base, v3 or v4 in the environment
// chooses another. Results differ in the last bits from one to the other, never within one.
#pragma once

#include <cstdint>
#include <string_view>

namespace eqnet::kernels {

enum class Isa : uint8_t { base, v3, v4 };  // x86-64, with AVX2 and FMA, with AVX-512
constexpr Isa kIsas[] = {Isa::base, Isa::v3, Isa::v4};

std::string_view name(Isa isa);
bool supported(Isa isa);

Isa isa();
// For tests and benchmarks; OpenBLAS follows. require: supported(isa), and no other thread computes.
void set_isa(Isa isa);

}  // namespace eqnet::kernels
