"""`python -m archnights_cocotb UNIT TEST_MODULE...`: see `--help`."""

from __future__ import annotations

import argparse
import sys

from cocotb_tools.check_results import get_results

from .runner import run


def main() -> int:
    """0: every test passed; 1: one failed."""
    parser = argparse.ArgumentParser(prog='python -m archnights_cocotb', description='Runs cocotb tests on an emitted Oracle unit.')
    parser.add_argument('unit', help='the folder that `archnights emit --out` wrote')
    parser.add_argument('modules', nargs='+', metavar='test_module', help='names of Python modules with tests')
    parser.add_argument('--sim', choices=('icarus', 'verilator'), default='icarus')
    parser.add_argument('--tests', default='.', metavar='folder', help='where the test modules lie; default: here')
    parser.add_argument('--build', metavar='folder', help='where simulators are kept; default: build_cocotb beside the tests')
    parser.add_argument('--results', metavar='file', help='where the results go, in the form of JUnit')
    parser.add_argument('--only', metavar='regex', help='the tests whose names match')
    parser.add_argument('--seed', type=int, help="of Python's random numbers")
    parser.add_argument('--waves', action='store_true', help='write waves beside the tests: oracle_unit.fst of Icarus, oracle_unit.vcd of Verilator')
    o = parser.parse_args()
    try:
        results = run(o.unit, o.modules, o.sim, test_dir=o.tests, build_dir=o.build, results=o.results, waves=o.waves, test_filter=o.only, seed=o.seed)
    except FileNotFoundError as error:
        parser.error(str(error))
    tests, failed = get_results(results)
    print(f'{tests - failed} passed, {failed} failed: {results}')
    return 1 if failed or tests == 0 else 0


sys.exit(main())
