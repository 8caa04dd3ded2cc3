"""Exact nearest neighbours with FAISS: every query row against all rows by cosine. Prints one line of JSON.

    /usr/bin/python3 bench/peers/faiss_flat.py VECTORS.npy QUERIES K [--threads OMP,BLAS]

Needs Debian's python3-faiss. QUERIES evenly spaced rows are the queries; K + 1 neighbours are asked for, because a row is
its own nearest. FAISS has threads of its own and OpenBLAS has others; which mix is best depends on the machine, so the
caller tries several. The clock covers the search alone, not reading, normalising or building.
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
    return parser.parse_args()


def search(options):
    # Both libraries read the environment once, when they are loaded.
    import faiss
    import numpy as np

    vectors = np.ascontiguousarray(np.load(options.vectors), dtype=np.float32)
    queries = np.arange(options.queries) * len(vectors) // options.queries
    faiss.normalize_L2(vectors)
    index = faiss.IndexFlatIP(vectors.shape[1])
    index.add(vectors)
    asked = vectors[queries]
    start = time.perf_counter()
    index.search(asked, options.k + 1)
    seconds = time.perf_counter() - start
    return {"seconds": seconds, "queries": len(queries), "rows": len(vectors)}


if __name__ == "__main__":
    chosen = arguments()
    os.environ["OMP_NUM_THREADS"], os.environ["OPENBLAS_NUM_THREADS"] = (str(n) for n in chosen.threads)
    result = search(chosen)
    print(json.dumps({**result, "threads": "{},{}".format(*chosen.threads)}))
