"""The wheel in a clean virtual environment: it needs no network, and of the system nothing but libc."""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

USE = """
import eqnet
assert eqnet.equivalent("a -> b", "~a | b")
assert eqnet.simplify("(x + y)*(x + y) - x*x").after > 0
model = eqnet.train(eqnet.generate("SimpPoly5"), kind="eqnet", epochs=1)  # products of matrices
assert model.index(["a - b", "b - c"]).nearest("a - b + c", k=1)
for line in open("/proc/self/maps"):
    path = line.split()[-1]
    if ".so" in path:
        print(path)
"""


class Wheel(unittest.TestCase):
    def test_is_all_that_a_virtual_environment_needs(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            subprocess.run([sys.executable, ROOT / "scripts/wheel", os.environ["EQNET_LIBRARY"], folder], check=True, stdout=subprocess.DEVNULL)
            (wheel,) = folder.glob("eqnet-*-py3-none-linux_x86_64.whl")
            environment = {"PATH": "/usr/bin:/bin", "HOME": name}
            python = folder / "environment/bin/python"
            subprocess.run([sys.executable, "-m", "venv", folder / "environment"], check=True, env=environment)
            subprocess.run([python, "-m", "pip", "install", "--no-index", "--quiet", wheel], check=True, env=environment)
            said = subprocess.run([python, "-c", USE], cwd=folder, env=environment, capture_output=True, text=True)
            self.assertEqual(said.returncode, 0, said.stderr)
            loaded = set(said.stdout.split())
            own = {Path(path).name for path in loaded if path.startswith(str(folder.resolve()))}
            for library in ("libeqnet.so.0", "libflint.so.17", "libgmp.so.10", "libopenblas.so.0", "libstdc++.so.6"):
                self.assertIn(library, own)
            for part in ("openblas", "flint", "gmp", "mpfr", "stdc++", "eqnet"):
                foreign = [path for path in loaded if part in Path(path).name and Path(path).name not in own]
                self.assertEqual(foreign, [], part)


if __name__ == "__main__":
    unittest.main()
