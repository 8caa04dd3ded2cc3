"""scikit-learn's t-SNE on vectors, and how well both layouts hold them. Usage: sklearn_tsne.py VECTORS.npy PLACES.tsv

Prints: seconds, divergence of the layout in PLACES.tsv, divergence of scikit-learn's. Both are measured against the same
affinities (scikit-learn's, of 90 neighbours), with the normalisation summed over all pairs.
"""
import sys
import time

import numpy as np
from sklearn.manifold import TSNE
from sklearn.manifold._t_sne import _joint_probabilities_nn
from sklearn.neighbors import NearestNeighbors


def divergence(p, places):
    p = p.tocoo()
    total = 0.0
    for start in range(0, len(places), 1000):
        difference = places[start:start + 1000, None, :] - places[None, :, :]
        total += (1 / (1 + (difference ** 2).sum(axis=2))).sum()
    total -= len(places)
    q = 1 / (1 + ((places[p.row] - places[p.col]) ** 2).sum(axis=1)) / total
    keep = p.data > 0
    return float((p.data[keep] * np.log(p.data[keep] / q[keep])).sum())


vectors = np.load(sys.argv[1]).astype(np.float32)
vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
ours = np.loadtxt(sys.argv[2], delimiter="\t", skiprows=1, usecols=(0, 1), comments=None)
start = time.perf_counter()
theirs = TSNE(perplexity=30, init="pca", learning_rate="auto", n_iter=750, n_jobs=-1, random_state=1).fit_transform(vectors)
seconds = time.perf_counter() - start
neighbours = NearestNeighbors(n_neighbors=90).fit(vectors).kneighbors_graph(mode="distance")
neighbours.data **= 2
p = _joint_probabilities_nn(neighbours, 30, 0)
print(seconds, divergence(p, ours), divergence(p, theirs.astype(np.float64)))
