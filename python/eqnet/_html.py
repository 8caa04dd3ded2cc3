"""What notebooks show."""

from __future__ import annotations

from html import escape
from typing import Iterable, List, Tuple

Tree = Tuple[str, List["Tree"]]


def table(rows: Iterable[Tuple[str, str]]) -> str:
    """Names and values, both plain text."""
    body = "".join(
        f"<tr><th style='text-align:left'>{escape(name)}</th><td style='text-align:left'>{escape(value)}</td></tr>"
        for name, value in rows
    )
    return f"<table>{body}</table>"


def tree_svg(tree: Tree, most: int = 400) -> str:
    """A tree as a picture: leaves side by side, each operator above the middle of its children. No recursion.

    Trees of more than `most` nodes are too large to look at: an empty text.
    """
    column, row = 46, 52
    places: List[Tuple[Tree, int, int]] = []  # node, its depth, its parent's number
    stack: List[Tuple[Tree, int, int]] = [(tree, 0, -1)]
    while stack:
        node, depth, parent = stack.pop()
        number = len(places)
        places.append((node, depth, parent))
        if len(places) > most:
            return ""
        for child in reversed(node[1]):
            stack.append((child, depth + 1, number))
    x = [0.0] * len(places)
    spans: List[List[float]] = [[] for _ in places]
    leaves = 0
    for number, (node, _, _) in enumerate(places):  # in this order leaves come from left to right
        if not node[1]:
            x[number] = leaves
            leaves += 1
    for number in range(len(places) - 1, -1, -1):
        if spans[number]:
            x[number] = (min(spans[number]) + max(spans[number])) / 2
        parent = places[number][2]
        if parent >= 0:
            spans[parent].append(x[number])
    width, height = column * max(leaves, 1) + 10, row * (max(depth for _, depth, _ in places) + 1)

    def at(number: int) -> Tuple[float, float]:
        return 5 + column * (x[number] + 0.5), row * (places[number][1] + 0.5)

    parts = []
    for number, (_, _, parent) in enumerate(places):
        if parent >= 0:
            (x1, y1), (x2, y2) = at(parent), at(number)
            parts.append(f"<line x1='{x1:.1f}' y1='{y1:.1f}' x2='{x2:.1f}' y2='{y2:.1f}' stroke='#888'/>")
    for number, (node, _, _) in enumerate(places):
        cx, cy = at(number)
        fill = "#eef3fa" if node[1] else "#f6f6f0"
        parts.append(f"<rect x='{cx - 20:.1f}' y='{cy - 11:.1f}' width='40' height='22' rx='6' fill='{fill}' stroke='#888'/>")
        parts.append(
            f"<text x='{cx:.1f}' y='{cy + 4:.1f}' text-anchor='middle' font-family='sans-serif' font-size='11' fill='#222'>"
            f"{escape(node[0])}</text>"
        )
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' viewBox='0 0 {width} {height}'>"
        + "".join(parts)
        + "</svg>"
    )
