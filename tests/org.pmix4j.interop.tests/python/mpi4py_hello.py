#!/usr/bin/python3
# SPDX-License-Identifier: EPL-2.0
"""MPI from Python (mpi4py): every rank's object is gathered by all, a sum is reduced.

usage: mpi4py_hello.py     exit code 0 only if every check held; one line a rank on stdout
"""

import signal
import sys

from mpi4py import MPI

signal.alarm(60)
world = MPI.COMM_WORLD
rank = world.Get_rank()
size = world.Get_size()
gathered = world.allgather({"rank": rank, "text": "ä" * rank})
total = world.allreduce(rank + 1)
holds = gathered == [{"rank": r, "text": "ä" * r} for r in range(size)] and total == size * (size + 1) // 2
print(f"mpi4py_hello {rank}/{size} {'ok' if holds else 'FAILED'} total={total}", flush=True)
sys.exit(0 if holds else 1)
