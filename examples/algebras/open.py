#!/usr/bin/env python3
"""Writes open data of algebras that no table can hold: lines of class<TAB>S-expression, classes by exact meaning.

    examples/algebras/open.py free-group --vars 2 --max-size 9 --per-class 50 --output group.txt
    eqnet split group.txt --domain open -o data
    eqnet train data/group.txt --domain open -o group.eqnet

All trees of at most --max-size nodes are made, grouped, and of each class at most --per-class are kept, drawn
uniformly; with --even-sizes as many of one size as of another, so that small ones are not lost among the many large.
With --random-size N a second file has random trees of N nodes, every tree of that size being equally likely; a part of
a split beside it says that all of them are unseen, so that `eqnet evaluate group.eqnet group-random31.txt` asks how
deep a model reaches.
"""

import argparse
import itertools
import os
import random
import sys

MOST_TREES = 3_000_000  # some 100 bytes each
MOST_TERMS = 200_000  # of one polynomial
MOST_STATES = 20_000  # of one automaton


class FreeGroup:
    """A word without x next to its inverse, letters as 1, 2, … and inverses as -1, -2, …: the normal form."""

    operators = {"product": 2, "inverse": 1}
    names = "abcdefghijklmnopqrstuvwxyz"

    def __init__(self, variables):
        self.variables = [(i + 1,) for i in range(variables)]

    def apply(self, op, children):
        if op == "inverse":
            return tuple(-letter for letter in reversed(children[0]))
        left, right = children
        cut = 0
        while cut < min(len(left), len(right)) and left[len(left) - 1 - cut] == -right[cut]:
            cut += 1
        return left[: len(left) - cut] + right[cut:]


class NoncommutativePolynomials:
    """The expanded polynomial over the integers: words and their coefficients, in order."""

    operators = {"+": 2, "-": 2, "*": 2}
    names = FreeGroup.names

    def __init__(self, variables):
        self.variables = [(((i,), 1),) for i in range(variables)]

    def apply(self, op, children):
        terms = {}
        if op == "*":
            left, right = children
            if len(left) * len(right) > MOST_TERMS:
                refuse("a polynomial has more than %d terms; choose smaller trees" % MOST_TERMS)
            for (word, factor), (other, times) in itertools.product(left, right):
                terms[word + other] = terms.get(word + other, 0) + factor * times
        else:
            for sign, polynomial in ((1, children[0]), (1 if op == "+" else -1, children[1])):
                for word, factor in polynomial:
                    terms[word] = terms.get(word, 0) + sign * factor
        return tuple(sorted(item for item in terms.items() if item[1] != 0))


class RegularExpressions:
    """The minimal complete automaton, its states numbered as a breadth-first walk meets them: two expressions have the
    same one if and only if they mean the same language. A state is (accepts, successor per letter)."""

    operators = {"union": 2, "concatenation": 2, "star": 1}
    names = FreeGroup.names

    def __init__(self, variables):
        self.letters = range(variables)
        # States: before the letter, after it, nowhere.
        self.variables = [
            self.minimal(0, lambda q: q == 1, lambda q, letter, own=i: 1 if q == 0 and letter == own else 2)
            for i in self.letters
        ]
        self.known = {}

    def apply(self, op, children):
        if (op, children) not in self.known:
            self.known[op, children] = getattr(self, op)(*children)
        return self.known[op, children]

    def union(self, left, right):
        return self.minimal(
            (0, 0),
            lambda pair: left[pair[0]][0] or right[pair[1]][0],
            lambda pair, letter: (left[pair[0]][1][letter], right[pair[1]][1][letter]),
        )

    def concatenation(self, left, right):
        """A state: where the first automaton is, and where the second may be."""

        def enter(state, others):
            return state, others | {0} if left[state][0] else others

        return self.minimal(
            enter(0, frozenset()),
            lambda pair: any(right[q][0] for q in pair[1]),
            lambda pair, letter: enter(left[pair[0]][1][letter], frozenset(right[q][1][letter] for q in pair[1])),
        )

    def star(self, own):
        """A state: where the automaton may be; None before the first letter."""

        def restart(states):
            return states | {0} if any(own[q][0] for q in states) else states

        return self.minimal(
            None,
            lambda states: states is None or any(own[q][0] for q in states),
            lambda states, letter: restart(frozenset(own[q][1][letter] for q in (states or {0}))),
        )

    def minimal(self, start, accepts, step):
        numbers, order, successors = {start: 0}, [start], []
        for state in order:  # grows while it is gone through
            row = []
            for letter in self.letters:
                following = step(state, letter)
                if following not in numbers:
                    numbers[following] = len(order)
                    order.append(following)
                row.append(numbers[following])
            successors.append(row)
            if len(order) > MOST_STATES:
                refuse("an automaton has more than %d states; choose smaller trees" % MOST_STATES)
        # Moore: states are told apart by what they accept, then by the blocks of their successors, until nothing changes.
        block = [1 if accepts(state) else 0 for state in order]
        while True:
            seen = {}
            finer = [
                seen.setdefault((block[q], *(block[next_] for next_ in successors[q])), len(seen))
                for q in range(len(order))
            ]
            if len(seen) == len(set(block)):
                break
            block = finer
        return self.numbered(block, successors, [bool(accepts(state)) for state in order])

    def numbered(self, block, successors, accepting):
        member = {}
        for q, own in enumerate(block):
            member.setdefault(own, q)
        numbers, order = {block[0]: 0}, [block[0]]
        states = []
        for own in order:
            row = []
            for next_ in successors[member[own]]:
                if block[next_] not in numbers:
                    numbers[block[next_]] = len(order)
                    order.append(block[next_])
                row.append(numbers[block[next_]])
            states.append((accepting[member[own]], tuple(row)))
        return tuple(states)


class Composition:
    """The transformation of 3 points that comes out, under every assignment of transformations to the variables.
    Renaming the points changes all of them alike, so one assignment of those that differ by that is enough."""

    operators = {"compose": 2}
    names = "fghijklmnopqrstuvwxyzabcde"
    points = range(3)

    def __init__(self, variables):
        if variables > 3:
            refuse("--vars: compositions are compared under 27^vars assignments; choose at most 3")
        maps = list(itertools.product(self.points, repeat=3))
        number = {one: i for i, one in enumerate(maps)}
        self.table = [[number[tuple(f[g[x]] for x in self.points)] for g in maps] for f in maps]
        renamed = []  # per renaming: the number of each map after it
        for p in itertools.permutations(self.points):
            back = sorted(self.points, key=lambda x, p=p: p[x])
            renamed.append([number[tuple(p[f[back[x]]] for x in self.points)] for f in maps])
        assignments = [
            one
            for one in itertools.product(range(len(maps)), repeat=variables)
            if all(one <= tuple(row[f] for f in one) for row in renamed)
        ]
        self.variables = [tuple(one[i] for one in assignments) for i in range(variables)]

    def apply(self, _, children):
        table = self.table
        return tuple(table[f][g] for f, g in zip(*children))


ALGEBRAS = {
    "free-group": FreeGroup,
    "nc-polynomials": NoncommutativePolynomials,
    "regular-expressions": RegularExpressions,
    "composition": Composition,
}


def refuse(what):
    sys.exit("open.py: error: " + what)


def sizes(total, parts):
    """Every way to give so many nodes to so many children, at least one to each."""
    if parts == 1:
        yield (total,)
        return
    for first in range(1, total - parts + 2):
        for rest in sizes(total - first, parts - 1):
            yield (first, *rest)


def count_trees(algebra, most):
    """Trees by their nodes, from 0."""
    counts = [0, len(algebra.variables)]
    sequences = {0: [1] + [0] * most}  # by their number: sequences of trees by nodes in all
    arities = sorted(set(algebra.operators.values()))
    for k in range(1, max(arities) + 1):
        sequences[k] = [0] * (most + 1)
    for n in range(1, most + 1):
        if n > 1:
            counts.append(sum(sequences[arity][n - 1] for arity in algebra.operators.values()))
        for k in range(1, max(arities) + 1):
            sequences[k][n] = sum(counts[first] * sequences[k - 1][n - first] for first in range(1, n + 1))
    return counts, sequences


def text(tree, names):
    """A leaf is the number of a variable, another node (operator, child, …). Without recursion, as trees may be deep."""
    pieces, stack = [], [tree]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            pieces.append(item)
        elif isinstance(item, int):
            pieces.append(names[item])
        else:
            stack.append(")")
            for child in reversed(item[1:]):
                stack.extend((child, " "))
            stack.append("(" + item[0])
    return "".join(pieces)


def enumerate_classes(algebra, most):
    """All trees up to so many nodes by meaning; the shortest first in each class."""
    counts, _ = count_trees(algebra, most)
    if sum(counts) > MOST_TREES:
        refuse("there are %d trees of at most %d nodes; choose a smaller --max-size" % (sum(counts), most))
    levels = [{}, {}]  # by size: trees by meaning
    for i, meaning in enumerate(algebra.variables):
        levels[1].setdefault(meaning, []).append(i)
    for n in range(2, most + 1):
        level = {}
        for op, arity in algebra.operators.items():
            for split in sizes(n - 1, arity) if n > arity else ():
                for meanings in itertools.product(*(levels[size] for size in split)):
                    trees = level.setdefault(algebra.apply(op, meanings), [])
                    groups = (levels[size][meaning] for size, meaning in zip(split, meanings))
                    trees.extend((op, *children) for children in itertools.product(*groups))
        levels.append(level)
    classes = {}
    for level in levels:
        for meaning, trees in level.items():
            classes.setdefault(meaning, []).extend(trees)
    return classes


def draw_tree(algebra, size, counts, sequences, rng):
    """Every tree of this size equally likely: a choice is as likely as there are trees behind it."""
    done = []  # finished trees
    work = [("tree", size)]
    while work:
        what = work.pop()
        if what[0] == "node":
            children = tuple(done[len(done) - what[2] :])
            del done[len(done) - what[2] :]
            done.append((what[1], *children))
        elif what[1] == 1:
            done.append(rng.randrange(len(algebra.variables)))
        else:
            n = what[1]
            number = rng.randrange(counts[n])
            for op, arity in algebra.operators.items():
                if number < sequences[arity][n - 1]:
                    break
                number -= sequences[arity][n - 1]
            nodes, own = n - 1, []
            for later in range(arity - 1, -1, -1):  # number: of a sequence of later + 1 trees of so many nodes
                for first in range(1, nodes + 1):
                    here = counts[first] * sequences[later][nodes - first]
                    if number < here:
                        break
                    number -= here
                number %= max(1, sequences[later][nodes - first])
                own.append(first)
                nodes -= first
            work.append(("node", op, arity))
            work.extend(("tree", size) for size in reversed(own))
    return done[0]


def meaning_of(algebra, tree):
    done, work = [], [(tree, False)]
    while work:
        node, ready = work.pop()
        if isinstance(node, int):
            done.append(algebra.variables[node])
        elif not ready:
            work.append((node, True))
            work.extend((child, False) for child in reversed(node[1:]))
        else:
            children = tuple(done[len(done) - len(node) + 1 :])
            del done[len(done) - len(node) + 1 :]
            done.append(algebra.apply(node[0], children))
    return done[0]


def random_trees(algebra, size, count, rng):
    counts, sequences = count_trees(algebra, size)
    if counts[size] == 0:
        refuse("no tree has %d nodes; with operators of two children only, the number is odd" % size)
    drawn = {}
    for _ in range(20 * count):
        if len(drawn) == min(count, counts[size]):
            break
        tree = draw_tree(algebra, size, counts, sequences, rng)
        drawn.setdefault(text(tree, algebra.names), tree)
    classes = {}
    for tree in drawn.values():
        classes.setdefault(meaning_of(algebra, tree), []).append(tree)
    return classes


def size_of(tree):
    size, stack = 0, [tree]
    while stack:
        node = stack.pop()
        size += 1
        if not isinstance(node, int):
            stack.extend(node[1:])
    return size


def some_of(trees, most, rng):
    return [trees[i] for i in sorted(rng.sample(range(len(trees)), min(most, len(trees))))]


def some_of_each_size(trees, most, rng):
    """As many of one size as of another; what a size has too few for is left to those that have more."""
    by_size = {}
    for tree in trees:
        by_size.setdefault(size_of(tree), []).append(tree)
    kept, groups = [], sorted(by_size.values(), key=len)
    for i, group in enumerate(groups):
        kept += some_of(group, (most - len(kept)) // (len(groups) - i), rng)
    return sorted(kept, key=size_of)


def write(path, classes, class_names, names):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        for meaning, trees in classes.items():
            for tree in trees:
                file.write(class_names[meaning] + "\t" + text(tree, names) + "\n")


def positive(digits):
    number = int(digits)
    if number < 1:
        raise argparse.ArgumentTypeError("expected a number from 1 on")
    return number


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("algebra", choices=ALGEBRAS)
    parser.add_argument("--vars", type=positive, default=2, help="variables, at most 26 (default 2)")
    parser.add_argument("--max-size", type=positive, default=7, help="most nodes of a tree (default 7)")
    parser.add_argument("--per-class", type=positive, help="at most so many of a class (default: all)")
    parser.add_argument("--even-sizes", action="store_true", help="as many of one size as of another, where it can be")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", required=True, help="file to write")
    parser.add_argument("--random-size", type=positive, help="also write random trees of so many nodes")
    parser.add_argument("--count", type=positive, default=5000, help="how many of them (default 5000)")
    parser.add_argument("--random-output", help="file of the random trees (default: OUTPUT-randomN)")
    options = parser.parse_args()
    if options.vars > 26:
        refuse("--vars: at most 26")
    algebra = ALGEBRAS[options.algebra](options.vars)
    rng = random.Random(options.seed)

    classes = enumerate_classes(algebra, options.max_size)
    class_names = {meaning: text(trees[0], algebra.names) for meaning, trees in classes.items()}
    if options.per_class:
        draw = some_of_each_size if options.even_sizes else some_of
        for meaning, trees in classes.items():
            if len(trees) > options.per_class:
                classes[meaning] = draw(trees, options.per_class, rng)
    write(options.output, classes, class_names, algebra.names)
    print("%s: %d expressions in %d classes" % (options.output, sum(map(len, classes.values())), len(classes)))
    if not options.random_size:
        return

    stem, ending = os.path.splitext(options.output)
    path = options.random_output or "%s-random%d%s" % (stem, options.random_size, ending)
    found = random_trees(algebra, options.random_size, options.count, rng)
    for meaning, trees in found.items():
        class_names.setdefault(meaning, text(trees[0], algebra.names))
    write(path, found, class_names, algebra.names)
    folder, file = os.path.split(path)
    stem, ending = os.path.splitext(file)
    write(os.path.join(folder, "split", stem + "-neweqtestset" + ending), found, class_names, algebra.names)
    print("%s: %d expressions in %d classes" % (path, sum(map(len, found.values())), len(found)))


if __name__ == "__main__":
    main()
