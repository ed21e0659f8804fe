# SPDX-License-Identifier: EPL-2.0
"""Runs one attack as a process of its own, with low priority, so that the machine's processors are left to the server.

usage: attacker.py NAME SEED SECONDS ENVIRONMENT     the last is a file with the environment of the rank whose name is used
"""

import os
import random
import resource
import signal
import sys
import time

import attacks
from wire import Door

DESCRIPTORS = 4096
PAUSE_SECONDS = 0.02


def main():
	name, seed, seconds, path = sys.argv[1:]
	os.nice(5)
	hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
	resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, DESCRIPTORS), hard))
	turn = attacks.load()[name].turn
	door = Door.of(path)
	source = random.Random(seed)
	turns = refused = 0
	end = time.monotonic() + float(seconds)
	over = []
	signal.signal(signal.SIGTERM, lambda number, where: over.append(number))
	while time.monotonic() < end and not over:
		try:
			turn(door, source)
			turns += 1
		except OSError:
			# the server may refuse, cut off or not read; that must not end the attack
			refused += 1
			time.sleep(PAUSE_SECONDS)
	print(f"{turns} {refused}")


main()
