"""The datasets boolean5 and poly5 made with SymPy, the way one would without EqNet: build every tree, group by SymPy's
own normal form. Prints one line of JSON a dataset.

Needs Debian's python3-sympy: /usr/bin/python3 bench/peers/sympy_datasets.py

SymPy is given its best case. Expressions are built evaluated (a & a is a at once), which it simplifies faster than
unevaluated ones; the tree as written is kept as text, because SymPy's And and Or do not keep the order of operands even
with evaluate=False. Its cache is on. The clock covers building and grouping, not the start of Python nor any file.
"""
import json
import operator
import time

from sympy import expand, simplify_logic, symbols

VARIABLES = "a b c"
BOOLEAN = (
    [("~", operator.invert)],
    [("&", operator.and_), ("|", operator.or_), ("^", operator.xor), ("=>", operator.rshift)],
)
POLYNOMIAL = (
    [],
    [("+", operator.add), ("-", operator.sub), ("*", operator.mul)],
)


def trees(operators, max_size):
    """All trees up to a size, as pairs of the text as written and the SymPy expression."""
    unary, binary = operators
    by_size = [[], [(str(variable), variable) for variable in symbols(VARIABLES)]]
    for size in range(2, max_size + 1):
        level = [(f"{sign}({text})", apply(child)) for sign, apply in unary for text, child in by_size[size - 1]]
        for left_size in range(1, size - 1):
            for sign, apply in binary:
                for left_text, left in by_size[left_size]:
                    for right_text, right in by_size[size - 1 - left_size]:
                        level.append((f"({left_text}) {sign} ({right_text})", apply(left, right)))
        by_size.append(level)
    return [tree for level in by_size for tree in level]


def dataset(operators, max_size, normal_form):
    classes = {}
    for text, expression in trees(operators, max_size):
        classes.setdefault(str(normal_form(expression)), []).append(text)
    return classes


def report(name, *arguments):
    start = time.perf_counter()
    classes = dataset(*arguments)
    seconds = time.perf_counter() - start
    texts = {text for members in classes.values() for text in members}
    print(json.dumps({"dataset": name, "seconds": seconds, "expressions": len(texts), "classes": len(classes)}))


if __name__ == "__main__":
    report("boolean5", BOOLEAN, 5, simplify_logic)
    report("poly5", POLYNOMIAL, 5, expand)
