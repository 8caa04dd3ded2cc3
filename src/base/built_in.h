// Files that are part of the program: the assembler puts their bytes between two symbols.
//
//   EQNET_BUILD_IN(eqnet_page, EQNET_PAGES "/report.html");       at file scope, once in the program for a symbol
//   std::string_view page = EQNET_BUILT_IN(eqnet_page);
#pragma once

#include <string_view>

#define EQNET_BUILD_IN(symbol, path)                                                             \
  __asm__(".pushsection .rodata\n.balign 16\n" #symbol "_begin:\n.incbin \"" path "\"\n" #symbol \
          "_end:\n.byte 0\n.popsection\n");                                                      \
  extern const char symbol##_begin[] __asm__(#symbol "_begin");                                  \
  extern const char symbol##_end[] __asm__(#symbol "_end")

#define EQNET_BUILT_IN(symbol) std::string_view(symbol##_begin, static_cast<size_t>(symbol##_end - symbol##_begin))
