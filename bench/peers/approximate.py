"""Approximate nearest neighbours with FAISS and hnswlib: what they find of the nearest, and how fast. Lines of JSON.

    /usr/bin/python3 bench/peers/approximate.py VECTORS.npy QUERIES.npy K

Needs Debian's python3-faiss and python3-hnswlib. One thread, one query after the other, by cosine, over the distinct rows.
"recall" is the share of the K nearest of an exact search that was found; rows as near as the K-th count as found. Each index
is asked with more and more effort (`nprobe`, `ef`) until it finds 99.9% or the effort is the largest here.
"""
import json
import os
import sys
import time

from faiss_flat import distinct

EFFORTS = {"nprobe": (1, 4, 16, 64, 256, 1024), "ef": (16, 64, 256, 1024, 4096)}


def ivf(faiss, vectors):
    rows, width = vectors.shape
    index = faiss.index_factory(width, "IVF4096,Flat", faiss.METRIC_INNER_PRODUCT)
    index.train(vectors[:: max(1, rows // 200000)])
    index.add(vectors)
    return index, lambda effort: setattr(faiss.extract_index_ivf(index), "nprobe", effort), lambda query, k: index.search(query, k)[1][0]


def hnsw(hnswlib, vectors):
    rows, width = vectors.shape
    index = hnswlib.Index(space="ip", dim=width)
    index.init_index(max_elements=rows, M=16, ef_construction=64)
    index.add_items(vectors, num_threads=1)
    return index, index.set_ef, lambda query, k: index.knn_query(query, k, num_threads=1)[0][0]


def timed(search, queries, k):
    """Milliseconds a query, and what was found."""
    start = time.perf_counter()
    found = [search(query[None, :], k) for query in queries]
    return (time.perf_counter() - start) / len(queries) * 1e3, found


def recall(vectors, queries, found, nearest):
    """Share of the found rows that are as near as the last of the exact ones."""
    good = 0
    for query, rows, kth in zip(queries, found, nearest):
        good += sum(1 for row in rows if row >= 0 and float(vectors[row] @ query) >= kth - 1e-6)
    return good / sum(len(rows) for rows in found)


def say(**line):
    print(json.dumps(line), flush=True)


def main(vectors_path, queries_path, k):
    import faiss
    import hnswlib
    import numpy as np

    vectors = np.ascontiguousarray(np.load(vectors_path), dtype=np.float32)
    queries = np.ascontiguousarray(np.load(queries_path), dtype=np.float32)
    faiss.normalize_L2(vectors)
    faiss.normalize_L2(queries)
    vectors = distinct(np, vectors)
    flat = faiss.IndexFlatIP(vectors.shape[1])
    flat.add(vectors)
    start = time.perf_counter()
    nearest = [flat.search(query[None, :], k)[0][0][-1] for query in queries]
    ms = (time.perf_counter() - start) / len(queries) * 1e3
    say(index="FAISS flat", rows=len(vectors), build=0, effort="all", ms=ms, recall=1)
    del flat
    kinds = (("FAISS IVF 4096", "nprobe", ivf, faiss), ("hnswlib", "ef", hnsw, hnswlib))
    for name, effort, build, library in kinds:
        start = time.perf_counter()
        _, exert, search = build(library, vectors)
        built = time.perf_counter() - start
        for n in EFFORTS[effort]:
            exert(n)
            ms, found = timed(search, queries, k)
            share = recall(vectors, queries, found, nearest)
            say(index=name, rows=len(vectors), build=built, effort=f"{effort} {n}", ms=ms, recall=share)
            if share >= 0.999:
                break


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
