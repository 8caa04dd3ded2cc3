"""The Python package, as its users call it. Run with EQNET_LIBRARY and PYTHONPATH set (tests/CMakeLists.txt).

Oracles: SymPy, truth tables by brute force, and the C++ program where a file goes from one to the other.
"""
import doctest
import importlib
import itertools
import os
import pickle
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import eqnet
from eqnet import _library

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ["EQNET_PROGRAM"]

try:
    import numpy
except ImportError:
    numpy = None
try:
    import sympy
except ImportError:
    sympy = None

needs_numpy = unittest.skipUnless(numpy, "NumPy is not installed")
needs_sympy = unittest.skipUnless(sympy, "SymPy is not installed")


def tree(rng, size):
    """A random boolean expression, and what Python makes of it."""
    if size == 1:
        name = rng.choice("abc")
        return name, name
    if size == 2 or rng.random() < 0.2:
        text, code = tree(rng, size - 1)
        return f"~({text})", f"(not ({code}))"
    left = rng.randint(1, size - 2)
    (a, a_code), (b, b_code) = tree(rng, left), tree(rng, size - 1 - left)
    sign, code = rng.choice([("&", "and"), ("|", "or"), ("^", "!=")])
    return f"({a}) {sign} ({b})", f"(({a_code}) {code} ({b_code}))"


def truth_table(code):
    return [bool(eval(code, {}, dict(zip("abc", values)))) for values in itertools.product([False, True], repeat=3)]


class Verdicts(unittest.TestCase):
    def test_are_those_of_truth_tables_and_witnesses_prove_them(self):
        rng = random.Random(1)
        for _ in range(300):
            (left, left_code), (right, right_code) = tree(rng, 7), tree(rng, 7)
            verdict = eqnet.equivalent(left, right, domain="boolean")
            self.assertEqual(bool(verdict), truth_table(left_code) == truth_table(right_code), (left, right))
            if not verdict:
                values = {name: verdict.witness.get(name, "0") == "1" for name in "abc"}
                self.assertNotEqual(eval(left_code, {}, values), eval(right_code, {}, values))

    def test_undecided_is_not_true(self):
        verdict = eqnet.equivalent("(a+b)^9000*(a-b)^9000", "(a^2-b^2)^9000", timeout=0)
        self.assertEqual(verdict.answer, "undecided")
        self.assertFalse(verdict)
        self.assertIsNone(verdict.witness)

    def test_errors_are_those_of_the_command_line(self):
        with self.assertRaises(eqnet.Error) as raised:
            eqnet.equivalent("a & (b", "a")
        said = subprocess.run([PROGRAM, "equiv", "--batch", "-"], input="a & (b\ta\n", stdout=subprocess.PIPE, text=True).stdout
        self.assertIn(str(raised.exception), said)
        with self.assertRaises(eqnet.Error):
            eqnet.equivalent("a", "a", domain="klingon")
        with self.assertRaises(TypeError):
            eqnet.equivalent(1, "a")
        with self.assertRaises(eqnet.Error):
            eqnet.equivalent("a\0b", "a")

    def test_show_in_notebooks_without_markup_of_the_expressions(self):
        self.assertNotIn("<script>", eqnet.Verdict("different", "<script>", "", {"<script>": "1"})._repr_html_())
        self.assertIn("a &amp; b", eqnet.equivalent("a & b", "a")._repr_html_())

    def test_release_the_lock(self):
        seen = []
        stop = threading.Event()

        def count():
            while not stop.is_set():
                seen.append(time.perf_counter())
                time.sleep(0.001)

        thread = threading.Thread(target=count)
        thread.start()
        start = time.perf_counter()
        eqnet.simplify("x*y*z + x*y + x*z + y*z + w*x + w*y", timeout=1)
        end = time.perf_counter()
        stop.set()
        thread.join()
        within = sum(start < moment < end for moment in seen)
        self.assertGreater(within, 10 * (end - start))


class Many(unittest.TestCase):
    def test_groups_are_those_of_truth_tables(self):
        rng = random.Random(2)
        pairs = [tree(rng, rng.randint(1, 7)) for _ in range(500)]
        groups = eqnet.group([text for text, _ in pairs], domain="boolean")
        tables = {}
        for text, code in pairs:
            tables.setdefault(tuple(truth_table(code)), []).append(text)
        self.assertEqual(sorted(map(sorted, groups)), sorted(map(sorted, tables.values())))

    def test_bad_texts_are_named_by_their_number(self):
        with self.assertRaisesRegex(eqnet.Error, "text 2"):
            eqnet.group(["a & b", "a &"])
        self.assertEqual(eqnet.check([("a &", "a")]), ["error"])
        self.assertEqual(eqnet.check([]), [])
        self.assertEqual(eqnet.group([]), [])

    def test_shortest_forms_are_equivalent_and_no_longer(self):
        rng = random.Random(3)
        for _ in range(50):
            text, _ = tree(rng, 12)
            result = eqnet.simplify(text, domain="boolean")
            self.assertTrue(eqnet.equivalent(text, result, domain="boolean"))
            self.assertLessEqual(result.after, result.before)
            self.assertTrue(result.minimal)
        with self.assertRaises(eqnet.Error):
            eqnet.simplify("a", domain="boolean", operators="frobnicate")

    def test_algebras_of_ones_own(self):
        kleene = str(ROOT / "examples/algebras/kleene.toml")
        self.assertTrue(eqnet.equivalent("~(a & b)", "~a | ~b", domain=kleene))
        self.assertFalse(eqnet.equivalent("a | ~a", "b | ~b", domain=kleene))


@needs_numpy
class Models(unittest.TestCase):
    def test_vectors_are_those_of_the_program(self):
        texts = ["a & b", "a -> (b -> c)", "~a"]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "vectors.npy")
            subprocess.run([PROGRAM, "embed", "boolean", *texts, "--npy", path], check=True)
            numpy.testing.assert_array_equal(eqnet.Model("boolean").embed(texts), numpy.load(path))
        self.assertEqual(eqnet.Model("boolean").embed([]).shape[0], 0)
        self.assertEqual(eqnet.Model("boolean").embed("a & b").ndim, 1)
        numpy.testing.assert_array_equal(eqnet.Model("boolean").embed(iter(texts)), eqnet.Model("boolean").embed(texts, threads=2))

    def test_bad_expressions_raise_or_have_rows_of_nan(self):
        model = eqnet.Model("boolean")
        with self.assertRaisesRegex(eqnet.Error, "text 2"):
            model.embed(["a", "a &"])
        vectors = model.embed(["a", "a &", "unknown_variable", "b"], skip_bad=True)
        self.assertEqual(list(numpy.isnan(vectors).all(axis=1)), [False, True, True, False])
        with self.assertRaises(eqnet.Error):
            model.embed(["a\0b"])
        with self.assertRaises(eqnet.Error):
            eqnet.Model("no such model")
        with self.assertRaises(TypeError):
            model.embed([3])

    def test_go_through_pickles_and_files(self):
        model = eqnet.Model("polynomial")
        again = pickle.loads(pickle.dumps(model))
        numpy.testing.assert_array_equal(model.embed("a*b + c"), again.embed("a*b + c"))
        with tempfile.TemporaryDirectory() as folder:
            model.save(os.path.join(folder, "m.eqnet"))
            self.assertEqual(repr(eqnet.Model(os.path.join(folder, "m.eqnet"))), repr(model))
        with self.assertRaises(eqnet.Error):
            eqnet.Model.from_bytes(b"no model")
        self.assertIn("eqnet-mul", model._repr_html_())

    def test_indexes_are_the_programs(self):
        texts = ["a & b", "a | b", "~(~a | ~b)", "a ^ b"]
        index = eqnet.Model("boolean").index(texts)
        found = index.nearest("b & a", k=2)
        self.assertEqual({one.text for one in found}, {"a & b", "~(~a | ~b)"})
        self.assertEqual({one.verdict for one in found}, {"equivalent"})
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "some.index")
            index.save(path)
            self.assertEqual(eqnet.Index.open(path).nearest("b & a", k=2), found)
            said = subprocess.run([PROGRAM, "nearest", path, "b & a", "-k", "2"], stdout=subprocess.PIPE, text=True).stdout
            self.assertIn(found[0].text, said)
        with self.assertRaises(eqnet.Error):
            eqnet.Index.open("/nonexistent")
        self.assertEqual(index.equivalent("c & ~c"), [])

    def test_training_tells_where_it_is_and_ends_when_told(self):
        data = eqnet.generate(domain="polynomial", variables=2, max_size=5)
        told = []
        eqnet.train(data.expressions, data.class_names, kind="eqnet", seconds=1.5, progress=told.append)
        self.assertGreater(len(told), 2)
        self.assertGreater(told[-1].seconds, 0.5)

        def interrupt(status):
            raise KeyboardInterrupt

        start = time.perf_counter()
        with self.assertRaises(KeyboardInterrupt):
            eqnet.train(data, kind="eqnet", seconds=60, progress=interrupt)
        self.assertLess(time.perf_counter() - start, 20)
        with self.assertRaises(ValueError):
            eqnet.train(["a"])
        with self.assertRaises(eqnet.Error):
            eqnet.train(data, kind="no such kind")

    def test_datasets_go_through_files_and_pickles(self):
        data = eqnet.generate("Bool5")
        with tempfile.TemporaryDirectory() as folder:
            data.save(folder, "mine", as_text=True)
            self.assertEqual(sorted(eqnet.Dataset.open(os.path.join(folder, "mine.txt"))), sorted(data))
        self.assertEqual(sorted(pickle.loads(pickle.dumps(data))), sorted(data))
        with self.assertRaises(ValueError):
            eqnet.Dataset(["a"], ["x", "y"])
        with self.assertRaises(eqnet.Error):
            eqnet.Dataset(["a\tb"], ["x"])


@needs_sympy
class SymPy(unittest.TestCase):
    def test_gives_and_takes_expressions(self):
        rng = random.Random(4)
        names = dict(zip("abc", sympy.symbols("a b c")))
        for _ in range(30):
            text, code = tree(rng, 7)
            there = eqnet.to_sympy(text, domain="boolean")
            values = [bool(there.subs(dict(zip(names.values(), point)))) for point in itertools.product([False, True], repeat=3)]
            self.assertEqual(values, truth_table(code), text)
            self.assertTrue(eqnet.equivalent(text, there, domain="boolean"), text)
        x, y = sympy.symbols("x y")
        self.assertTrue(eqnet.equivalent((x - y) * (x + y), x**2 - y**2))
        self.assertEqual(sympy.expand(eqnet.to_sympy("(x - y)^2 * -3") + 3 * (x - y) ** 2), 0)
        with self.assertRaises(ValueError):
            eqnet.from_sympy(sympy.sin(x))


class Package(unittest.TestCase):
    def test_every_example_in_it_runs(self):
        names = ["eqnet", "eqnet.verdict", "eqnet.search", "eqnet.expression"]
        if numpy:
            names += ["eqnet.dataset", "eqnet.model", "eqnet.index"]
        if sympy:
            names.append("eqnet.sympy_bridge")
        try:
            import sklearn.base  # noqa: F401

            names.append("eqnet.sklearn")
        except ImportError:
            pass
        attempted = 0
        for name in names:
            result = doctest.testmod(importlib.import_module(name))
            self.assertEqual(result.failed, 0, name)
            attempted += result.attempted
        self.assertGreater(attempted, 15)

    @unittest.skipUnless(numpy and sympy, "NumPy and SymPy are not both installed")
    def test_every_example_of_its_page_runs(self):
        result = doctest.testfile(str(ROOT / "docs/python.md"), module_relative=False)
        self.assertEqual(result.failed, 0)
        self.assertGreater(result.attempted, 10)

    def test_knows_the_functions_of_the_header(self):
        header = (ROOT / "include/eqnet.h").read_text()
        for name in _library._SIGNATURES:
            self.assertIn(f"{name}(", header)
        self.assertEqual(_library.C_VERSION, int(re.search(r"EQNET_C_VERSION (\d+)", header)[1]))
        self.assertEqual(eqnet.c_version(), _library.C_VERSION)
        self.assertEqual(_library.SCORES, int(re.search(r"EQNET_SCORES (\d+)", header)[1]))
        project = (ROOT / "CMakeLists.txt").read_text()
        self.assertEqual(eqnet.__version__, re.search(r"project\(eqnet VERSION ([\d.]+)", project)[1])

    def test_types_are_checked(self):
        if subprocess.run([sys.executable, "-m", "mypy", "--version"], capture_output=True).returncode != 0:
            self.skipTest("mypy is not installed")
        with tempfile.TemporaryDirectory() as cache:
            said = subprocess.run(
                [sys.executable, "-m", "mypy", "--cache-dir", cache, "--config-file", "mypy.ini", "eqnet"],
                cwd=ROOT / "python",
                capture_output=True,
                text=True,
            )
        self.assertEqual(said.returncode, 0, said.stdout)

    def test_says_what_to_do_without_the_library(self):
        environment = {**os.environ, "EQNET_LIBRARY": "/nonexistent/libeqnet.so"}
        said = subprocess.run([sys.executable, "-c", "import eqnet"], env=environment, capture_output=True, text=True)
        self.assertIn("libeqnet cannot be loaded", said.stderr)


if __name__ == "__main__":
    unittest.main()
