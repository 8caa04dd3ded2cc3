/* Vectors of expressions from C: whole, and node by node as a solver would build them.
 *
 *   embed MODEL      a boolean model that knows a, b and And
 */
#include <eqnet.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double cosine(const float* u, const float* v, size_t n) {
  double uv = 0, uu = 0, vv = 0;
  for (size_t i = 0; i < n; ++i) {
    uv += (double)u[i] * v[i];
    uu += (double)u[i] * u[i];
    vv += (double)v[i] * v[i];
  }
  return uv / sqrt(uu * vv);
}

int main(int argc, char** argv) {
  char error[256] = "";
  eqnet_session* session = argc == 2 ? eqnet_open(argv[1], error, sizeof error) : NULL;
  if (session == NULL) {
    fprintf(stderr, "embed: %s\n", argc == 2 ? error : "usage: embed MODEL");
    return 2;
  }
  const size_t d = eqnet_dimension(session);
  float* whole = malloc(d * sizeof *whole);
  float* children = malloc(2 * d * sizeof *children);
  float* built = malloc(d * sizeof *built);

  int failed = eqnet_embed(session, "a & b", whole) != 0;
  /* The same expression from its parts: the children's vectors, then one Combine. */
  const int op = eqnet_operator(session, "And", 2);
  failed = failed || op < 0 || eqnet_leaf(session, "a", children) != 0 || eqnet_leaf(session, "b", children + d) != 0 ||
           eqnet_combine(session, op, children, built) != 0;
  if (failed) {
    fprintf(stderr, "embed: %s\n", eqnet_error(session));
  } else {
    printf("a & b, whole and node by node: cosine %.4f\n", cosine(whole, built, d));
    printf("a & b and b & a are %s\n",
           eqnet_equivalent(session, "a & b", "b & a", 10) == 1 ? "equivalent" : "different");
  }
  free(whole);
  free(children);
  free(built);
  eqnet_close(session);
  return failed ? 2 : 0;
}
