"""Exact nearest neighbours with FAISS: every query row against all rows by cosine. Prints one line of JSON.

    /usr/bin/python3 bench/peers/faiss_flat.py VECTORS.npy QUERIES K [--threads OMP,BLAS] [--distinct] [--singly]

Needs Debian's python3-faiss. QUERIES evenly spaced rows are the queries; K + 1 neighbours are asked for, because a row is
its own nearest. FAISS has threads of its own and OpenBLAS has others; which mix is best depends on the machine, so the
caller tries several. The clock covers the search alone, not reading, normalising or building. --distinct leaves out rows
that come again; --singly asks one query after the other, which cannot share a pass over the rows.
"""
import argparse
import json
import os
import time


def pair(text):
    openmp, blas = (int(number) for number in text.split(","))
    return openmp, blas


def arguments():
    parser = argparse.ArgumentParser(description="Exact nearest neighbours with FAISS, to compare with.")
    parser.add_argument("vectors")
    parser.add_argument("queries", type=int)
    parser.add_argument("k", type=int)
    parser.add_argument("--threads", type=pair, default=(1, 1), help="threads of OpenMP and of OpenBLAS, as in 1,2")
    parser.add_argument("--distinct", action="store_true", help="rows that come again are left out")
    parser.add_argument("--singly", action="store_true", help="one query after the other")
    return parser.parse_args()


def distinct(np, rows):
    as_bytes = rows.view(np.dtype((np.void, rows.dtype.itemsize * rows.shape[1]))).ravel()
    return rows[np.sort(np.unique(as_bytes, return_index=True)[1])]


def search(options):
    # Both libraries read the environment once, when they are loaded.
    import faiss
    import numpy as np

    vectors = np.ascontiguousarray(np.load(options.vectors), dtype=np.float32)
    faiss.normalize_L2(vectors)
    if options.distinct:
        vectors = distinct(np, vectors)
    queries = np.arange(options.queries) * len(vectors) // options.queries
    index = faiss.IndexFlatIP(vectors.shape[1])
    index.add(vectors)
    asked = vectors[queries]
    start = time.perf_counter()
    for some in np.split(asked, len(asked) if options.singly else 1):
        index.search(some, options.k + 1)
    seconds = time.perf_counter() - start
    return {"seconds": seconds, "queries": len(queries), "rows": len(vectors)}


if __name__ == "__main__":
    chosen = arguments()
    os.environ["OMP_NUM_THREADS"], os.environ["OPENBLAS_NUM_THREADS"] = (str(n) for n in chosen.threads)
    result = search(chosen)
    print(json.dumps({**result, "threads": "{},{}".format(*chosen.threads)}))
