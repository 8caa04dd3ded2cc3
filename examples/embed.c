/* EqNet from C: vectors of expressions, whole and node by node as a solver would build them, and neighbours.
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
  if (argc != 2) {
    fprintf(stderr, "usage: embed MODEL\n");
    return 2;
  }
  eqnet_model* model = eqnet_open(argv[1]);
  if (model == NULL) {
    fprintf(stderr, "embed: %s\n", eqnet_error());
    return 2;
  }
  const size_t d = eqnet_dimension(model);
  float* whole = malloc(d * sizeof *whole);
  float* children = malloc(2 * d * sizeof *children);
  float* built = malloc(d * sizeof *built);

  int failed = eqnet_embed(model, "a & b", whole, d) != 0;
  /* The same expression from its parts: the children's vectors, then one Combine. */
  const int op = eqnet_operator(model, "And", 2);
  failed = failed || op < 0 || eqnet_leaf(model, "a", children, d) != 0 ||
           eqnet_leaf(model, "b", children + d, d) != 0 || eqnet_combine(model, op, children, 2 * d, built, d) != 0;
  if (!failed) printf("a & b, whole and node by node: cosine %.4f\n", cosine(whole, built, d));

  /* The nearest of some expressions, with verdicts that are proved. */
  const char* texts[] = {"b & a", "~(~a | ~b)"};
  eqnet_index* index = failed ? NULL : eqnet_index_build(model, texts, 2, 1);
  eqnet_neighbours* found = index == NULL ? NULL : eqnet_nearest(index, "a & b", 2, 10);
  failed = found == NULL;
  for (size_t i = 0; i < eqnet_neighbours_count(found); ++i) {
    const eqnet_neighbour* one = eqnet_neighbours_at(found, i);
    printf("a & b and %s are %s\n", one->text, one->verdict == EQNET_EQUIVALENT ? "equivalent" : "different");
  }
  if (failed) fprintf(stderr, "embed: %s\n", eqnet_error());
  eqnet_neighbours_close(found);
  eqnet_index_close(index);
  free(whole);
  free(children);
  free(built);
  eqnet_close(model);
  return failed ? 2 : 0;
}
