/* EqNet from C: vectors of expressions from a trained model, whole or node by node, and exact equivalence.
 *
 *   char error[256];
 *   eqnet_session* session = eqnet_open("bool8.eqnet", error, sizeof error);
 *   float vector[64];                                 // eqnet_dimension(session) numbers
 *   if (eqnet_embed(session, "a & (b | c)", vector) != 0) puts(eqnet_error(session));
 *   eqnet_close(session);
 *
 * Functions that can fail return -1 when they do; eqnet_error then says why. A pointer that is NULL where none is
 * allowed is such a failure.
 * Nothing here throws, prints or exits. A session is used by one thread at a time. Link with libeqnet.a and a C++
 * linker (examples/embed.c).
 */
#ifndef EQNET_H
#define EQNET_H

#include <stddef.h> /* NOLINT(modernize-deprecated-headers): C */

#ifdef __cplusplus
extern "C" {
#endif

typedef struct eqnet_session eqnet_session; /* NOLINT(modernize-use-using): C */

/* Opens a model file, or a pretrained model by its name ("boolean", "polynomial"). NULL on failure: `error`, of `size`
   bytes (0: none), then holds one line that says why. */
eqnet_session* eqnet_open(const char* model_path, char* error, size_t size);
void eqnet_close(eqnet_session* session); /* NULL is allowed */

/* Why the last call on this session failed; "" when it did not. */
const char* eqnet_error(const eqnet_session* session);

/* Numbers in a vector; 0 for NULL. */
size_t eqnet_dimension(const eqnet_session* session);

/* The vector of an expression, as the command line takes it. */
int eqnet_embed(eqnet_session* session, const char* text, float* vector);

/* Node by node. An operator's number from the name that `eqnet info` shows and its number of children; -1 on failure.
 */
int eqnet_operator(eqnet_session* session, const char* name, size_t children);
/* The vector of a variable or constant. */
int eqnet_leaf(eqnet_session* session, const char* name, float* vector);
/* The vector of a node, from the vectors of its children, one after the other in `children`. */
int eqnet_combine(eqnet_session* session, int operator_number, const float* children, float* vector);

/* Whether two expressions mean the same, exactly: 1 yes, 0 no, 2 not decided within the time, -1 on failure. The
 * expressions are those of the session's domain. */
int eqnet_equivalent(eqnet_session* session, const char* left, const char* right, double timeout_s);

#ifdef __cplusplus
}
#endif

#endif
