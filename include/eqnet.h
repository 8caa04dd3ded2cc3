/* EqNet from C: vectors of expressions from a trained model, exact equivalence, groups by meaning, shortest forms,
 * rewrite rules, the nearest of many expressions; datasets, training and evaluation.
 *
 *   eqnet_model* model = eqnet_open("boolean");             // pretrained; or a model file
 *   size_t size = eqnet_dimension(model);                   // 0 where model is NULL
 *   float* vector = malloc(size * sizeof(float));
 *   if (model == NULL || eqnet_embed(model, "a & (b | c)", vector, size) != 0) puts(eqnet_error());
 *   eqnet_close(model);
 *
 * Failure: a function that can fail returns NULL or -1 when it does, and eqnet_error() then says why. A pointer that is
 * NULL where none is allowed is such a failure, and so is an array of another size than it should have. Nothing here
 * throws, prints or exits.
 * Threads: a model, an index and a list of neighbours never change, so any number of threads may use one at once; a
 * session is used by one thread at a time. Each thread has an error text of its own. Closing anything while another
 * thread uses it is not allowed. What is made from a model (sessions, indexes) may outlive it.
 * Arrays: each is followed by its size, in elements.
 * Link with -leqnet (libeqnet.so), or with libeqnet.a as docs/library.md says.
 */
#ifndef EQNET_H
#define EQNET_H

#include <stddef.h> /* NOLINT(modernize-deprecated-headers): C */

#ifdef __cplusplus
extern "C" {
#endif

/* NOLINTBEGIN(modernize-use-using): C */

/* ---- The interface itself ---- */

/* Grows when this header changes; a program may compare it with that of the library it got. */
#define EQNET_C_VERSION 5
int eqnet_version(void);

/* Why the calling thread's last call failed, in one line; "" when it did not. Good until that thread's next call. */
const char* eqnet_error(void);

/* ---- A list of texts, as some functions return one ---- */

typedef struct eqnet_texts eqnet_texts;
size_t eqnet_texts_count(const eqnet_texts* texts); /* 0 for NULL */
/* The one at a place, from 0; NULL past the last. Good until the list is closed. */
const char* eqnet_texts_at(const eqnet_texts* texts, size_t place);
void eqnet_texts_close(eqnet_texts* texts);

/* ---- Model: vectors of expressions. Shared by threads ---- */

typedef struct eqnet_model eqnet_model;

/* Opens a model file, or a pretrained model by its name ("boolean", "polynomial"). NULL on failure. */
eqnet_model* eqnet_open(const char* model_path);
void eqnet_close(eqnet_model* model); /* NULL is allowed, here and in the other functions that close */

int eqnet_save(const eqnet_model* model, const char* path);
/* The bytes of its file: how many there are; they are written to `bytes` where size, the room there, is enough. */
long long eqnet_model_bytes(const eqnet_model* model, char* bytes, size_t size);
/* A model from such bytes. */
eqnet_model* eqnet_open_bytes(const char* bytes, size_t size);

/* Numbers in a vector; 0 for NULL. */
size_t eqnet_dimension(const eqnet_model* model);
/* "boolean", "polynomial" or "open": how its expressions are written. */
const char* eqnet_domain(const eqnet_model* model);
/* "eqnet-mul", … */
const char* eqnet_kind(const eqnet_model* model);

/* The vector of an expression, as the command line takes it. size: eqnet_dimension. */
int eqnet_embed(const eqnet_model* model, const char* text, float* vector, size_t size);
/* The vectors of `count` expressions, one after the other, on so many threads. size: count * eqnet_dimension. Returns
   how many of the texts have no vector: their rows are NaN, and eqnet_error says what is wrong with the first. */
long long eqnet_embed_many(const eqnet_model* model, const char* const* texts, size_t count, float* vectors,
                           size_t size, size_t threads);

/* The same for texts that follow each other in `packed`, each with a zero byte behind it. packed_size: all bytes. */
long long eqnet_embed_packed(const eqnet_model* model, const char* packed, size_t packed_size, float* vectors,
                             size_t size, size_t threads);

/* What it has learned: the names of variables and constants; those of operators, as "And/2". */
eqnet_texts* eqnet_leaves(const eqnet_model* model);
eqnet_texts* eqnet_operators(const eqnet_model* model);

/* Node by node. An operator's number from the name that `eqnet info` shows and its number of children; -1 on failure.
 */
int eqnet_operator(const eqnet_model* model, const char* name, size_t children);
/* The vector of a variable or constant. size: eqnet_dimension. */
int eqnet_leaf(const eqnet_model* model, const char* name, float* vector, size_t size);
/* The vector of a node, from the vectors of its children, one after the other in `children`. children_size: the number
   of children * eqnet_dimension. size: eqnet_dimension. */
int eqnet_combine(const eqnet_model* model, int operator_number, const float* children, size_t children_size,
                  float* vector, size_t size);

/* ---- Equivalence: exact ---- */

enum eqnet_verdict { EQNET_DIFFERENT = 0, EQNET_EQUIVALENT = 1, EQNET_UNDECIDED = 2 };

/* Whether two expressions of the model's domain mean the same: an eqnet_verdict, or -1 on failure. Undecided: not
   within timeout_s seconds. witness: where they are different, an assignment that proves it is written there, as
   "a=0 b=1", cut to what fits in size bytes; otherwise "". NULL with size 0 for none. */
int eqnet_equivalent(const eqnet_model* model, const char* left, const char* right, double timeout_s, char* witness,
                     size_t size);

/* The same without a model, with all that is known of the answer. domain: as below. */
typedef struct {
  int verdict;        /* an eqnet_verdict */
  const char* method; /* how it was decided, or why it was not */
  const char* domain; /* that the expressions were read in */
  const char* left;   /* different: their values at the witness; "" where they are too long to show */
  const char* right;
  const char* note;          /* what may have been misread, or was assumed in vain; "" where nothing */
  size_t witness_count;      /* variables of the witness */
  const char* const* names;  /* of them: witness_count */
  const char* const* values; /* of them: witness_count */
  const char* condition;     /* equivalent: where one of the two has no value; "" where nowhere */
} eqnet_decision;
eqnet_decision* eqnet_decide(const char* domain, const char* left, const char* right, double timeout_s);
/* When real functions are taken to mean the same. All zero: where they have the same value wherever both have one. */
typedef struct {
  int strict;         /* not 0: where they have values at the same points, too */
  const char* assume; /* what is known of variables, "x > 0, n integer", for which NULL as domain is "real"; NULL:
                         nothing. What cannot be understood, or holds for no number, is a failure */
} eqnet_terms;
/* eqnet_decide on these terms; NULL: all zero. */
eqnet_decision* eqnet_decide_on(const char* domain, const char* left, const char* right, double timeout_s,
                                const eqnet_terms* terms);
void eqnet_decision_close(eqnet_decision* decision);

/* ---- Many expressions, without a model. domain: "boolean", "polynomial", "real", the path of a .toml file; NULL: by
   the operators used ---- */

/* Whether left[i] and right[i] mean the same, for `count` pairs, on so many threads: verdicts[i] is an eqnet_verdict,
   or -1 for a pair that cannot be read. Returns how many those are, and eqnet_error says what is wrong with the first;
   -1 on failure. timeout_s: for one pair. size: count. */
long long eqnet_check(const char* domain, const char* const* left, const char* const* right, size_t count,
                      double timeout_s, size_t threads, int* verdicts, size_t size);
/* The same on such terms; NULL: all zero. */
long long eqnet_check_on(const char* domain, const char* const* left, const char* const* right, size_t count,
                         double timeout_s, size_t threads, const eqnet_terms* terms, int* verdicts, size_t size);

/* Groups expressions by meaning: groups[i] is the number of the group of texts[i], from 0, in the order of their first
   members. Two are in one group only where that is proved. Returns how many groups there are, or -1 on failure, as
   where a text cannot be read. timeout_s: for one proof. size: count. */
long long eqnet_group(const char* domain, const char* const* texts, size_t count, double timeout_s, size_t* groups,
                      size_t size);

/* A shortest equivalent of each of `count` expressions, proved. NULL on failure, as where a text cannot be read. */
eqnet_texts* eqnet_simplify(const char* domain, const char* const* texts, size_t count);

/* The same for one after another, with all that is known of the result. operators: those that results may have, "And Or
   Not"; NULL: the domain's usual ones and the expression's own. domain: not NULL. timeout_s: for one expression. One
   thread at a time. */
typedef struct eqnet_simplifier eqnet_simplifier;
typedef struct {
  const char* text;
  size_t before, after; /* nodes */
  int minimal;          /* 1: it is known that nothing with these operators is shorter */
  int allowed;          /* 0: no form with these operators was found */
  int finished;         /* 0: the time was over before the search was */
  const char* method;   /* of the proof */
  int verdict;          /* of the proof: an eqnet_verdict */
  size_t step_count;
  const char* const* from; /* what became what: step_count each */
  const char* const* to;
  const char* condition; /* of the proof: where the expression or the result has no value; "" where nowhere */
} eqnet_simplified;
eqnet_simplifier* eqnet_simplifier_open(const char* domain, const char* operators, double timeout_s);
void eqnet_simplifier_close(eqnet_simplifier* simplifier);
eqnet_simplified* eqnet_simplifier_run(eqnet_simplifier* simplifier, const char* text);
void eqnet_simplified_close(eqnet_simplified* simplified);

/* An expression written in a style, as the list's only text: "minimal" (as few parentheses as it needs), "tokens" (all
   of them), "latex" or "s_expression". */
eqnet_texts* eqnet_print(const char* domain, const char* text, const char* style);
/* The name of the domain that the operators of a text belong to. */
const char* eqnet_guess(const char* text);

/* The rewrite rules of a space, as "left = right": expressions of up to max_size nodes over so many variables with
   these operators, "And Or Not"; NULL: the domain's usual ones. domain: not NULL. */
eqnet_texts* eqnet_rules(const char* domain, const char* operators, size_t variables, size_t max_size);

/* A text that two expressions share if and only if they mean the same (Domain::key), as the list's only one; an empty
   list where the domain has none for it. */
eqnet_texts* eqnet_key(const char* domain, const char* text);

/* ---- Session: one expression after another, faster than eqnet_embed. One thread at a time ---- */

typedef struct eqnet_session eqnet_session;

eqnet_session* eqnet_session_open(const eqnet_model* model);
void eqnet_session_close(eqnet_session* session);
/* As eqnet_embed; subexpressions that were met lately cost nothing again. */
int eqnet_session_embed(eqnet_session* session, const char* text, float* vector, size_t size);

/* ---- Index: the nearest of many expressions. Shared by threads ---- */

typedef struct eqnet_index eqnet_index;

/* Of `count` expressions. */
eqnet_index* eqnet_index_build(const eqnet_model* model, const char* const* texts, size_t count, size_t threads);
/* Of all expressions of a dataset, by its main file; they are of the model's domain. */
eqnet_index* eqnet_index_build_from_dataset(const eqnet_model* model, const char* path, size_t threads);
/* A file that eqnet_index_save or `eqnet index` wrote; it has its model in it. It is read while the index is open:
   another may take its name, as those two do, but it must not be made shorter in place. */
eqnet_index* eqnet_index_open(const char* path);
int eqnet_index_save(const eqnet_index* index, const char* path);
void eqnet_index_close(eqnet_index* index);
/* How many expressions it has; 0 for NULL. */
size_t eqnet_index_size(const eqnet_index* index);

typedef struct eqnet_neighbours eqnet_neighbours;
typedef struct {
  size_t row; /* among the texts that the index was built from, or the dataset's expressions */
  const char* text;
  const char* class_name; /* "" where there are no classes */
  double similarity;      /* cosine */
  int verdict;            /* an eqnet_verdict */
  const char* method;     /* how it was decided, or why it was not */
  const char* witness;    /* as eqnet_equivalent writes it */
} eqnet_neighbour;

/* The k nearest to an expression, which is not its own neighbour, best first. timeout_s: for one verdict. */
eqnet_neighbours* eqnet_nearest(const eqnet_index* index, const char* text, size_t k, double timeout_s);
/* Only those that are proved to be equivalent, the expression itself among them; at most k. */
eqnet_neighbours* eqnet_nearest_equivalent(const eqnet_index* index, const char* text, size_t k, double timeout_s);
void eqnet_neighbours_close(eqnet_neighbours* neighbours);
/* How many were found; 0 for NULL. */
size_t eqnet_neighbours_count(const eqnet_neighbours* neighbours);
/* The one at a place, from 0; NULL past the last. Good until the list is closed. */
const eqnet_neighbour* eqnet_neighbours_at(const eqnet_neighbours* neighbours, size_t place);

/* ---- Dataset: expressions in classes of equivalent ones, with a split into parts for training and tests. Shared by
   threads ---- */

typedef struct eqnet_dataset eqnet_dataset;

/* A dataset of the paper, by our name or the paper's ("boolean8", "Bool8"). */
eqnet_dataset* eqnet_dataset_preset(const char* name, unsigned long long seed);
/* All expressions of up to max_size nodes over so many variables, grouped by meaning. operators: as in eqnet_rules.
   per_class: at most so many of a class; 0: all. domain: not NULL. */
eqnet_dataset* eqnet_dataset_generate(const char* domain, const char* operators, size_t variables, size_t max_size,
                                      size_t per_class, unsigned long long seed);
/* Expressions of your own, each with the name of its class. */
eqnet_dataset* eqnet_dataset_make(const char* domain, const char* const* texts, const char* const* classes,
                                  size_t count, unsigned long long seed);
/* A dataset's main file, with its split where there is one. */
eqnet_dataset* eqnet_dataset_open(const char* path, const char* domain);
/* Writes FOLDER/NAME.json.gz, or NAME.txt where as_text is not 0, and the files of the split. */
int eqnet_dataset_save(const eqnet_dataset* dataset, const char* folder, const char* name, int as_text);
void eqnet_dataset_close(eqnet_dataset* dataset);
size_t eqnet_dataset_size(const eqnet_dataset* dataset);        /* expressions; 0 for NULL */
size_t eqnet_dataset_class_count(const eqnet_dataset* dataset); /* 0 for NULL */
const char* eqnet_dataset_domain(const eqnet_dataset* dataset);
/* The expressions, class by class; and the names of their classes, one per expression. */
eqnet_texts* eqnet_dataset_texts(const eqnet_dataset* dataset);
eqnet_texts* eqnet_dataset_classes(const eqnet_dataset* dataset);

/* ---- Training and evaluation ---- */

typedef struct {
  size_t epoch;   /* from 1; 0 where `doing` takes no steps */
  double seconds; /* since the start */
  double left;    /* to the end; -1 where none is in sight */
  double loss;
  double accuracy, best; /* of the last validation and of the best */
  const char* doing;     /* which part of the training; "" where it has only one */
} eqnet_status;
/* Called at most ten times per second, by the thread that trains; 0 goes on, anything else stops the training. */
typedef int (*eqnet_progress)(const eqnet_status* status, void* data);

/* All zero: the defaults, with seed 0. */
typedef struct {
  const char* kind;     /* NULL: "eqnet-mul" */
  const char* recipe;   /* NULL: "tuned"; or "paper" */
  const char* settings; /* "name=value" and again, separated by spaces; NULL: none */
  unsigned long long seed;
  size_t threads;   /* 0: 1 */
  size_t epochs;    /* 0: no limit */
  double seconds;   /* 0: no limit */
  const char* path; /* the file to write, with a checkpoint beside it from which the same call goes on; NULL: no file */
  eqnet_progress progress; /* NULL: none */
  void* data;              /* what it is called with */
} eqnet_training;

/* NULL on failure, as where progress stopped it; a checkpoint stays then, where there is a path. options: NULL for the
   defaults. */
eqnet_model* eqnet_train(const eqnet_dataset* dataset, const eqnet_training* options);

#define EQNET_SCORES 15
typedef struct {
  size_t queries;               /* 0: the part has none, and the rest means nothing */
  double score[EQNET_SCORES];   /* score_1, score_2, …, as fractions */
  double ceiling[EQNET_SCORES]; /* what a perfect encoder scores */
} eqnet_scores;
/* How good a model is on a dataset with a split: on classes of the training part, and on others. most_queries: of each
   part; 0: all. */
int eqnet_evaluate(const eqnet_model* model, const eqnet_dataset* dataset, size_t threads, size_t most_queries,
                   eqnet_scores* seen, eqnet_scores* unseen);

/* NOLINTEND(modernize-use-using) */

#ifdef __cplusplus
}
#endif

#endif
