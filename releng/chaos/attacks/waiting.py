# SPDX-License-Identifier: EPL-2.0
"""Attacks with requests that never end by themselves: the server must limit how many it keeps, and for how long."""

import functools
import time

from attacks import attack
from attacks.floods import flood
from wire import (BYTE_OBJECT, GET, GROUP_CONSTRUCT, INT, IOF_PUSH, SPAWN, STRING, byte_object, command, commit, flex, info, kval, one, proc,
		run, signed, text)

MEGABYTE = 1 << 20
ANNOUNCED = 60 * MEGABYTE
SHORT_SECONDS = 2


@attack("waiting-gets")
def waiting_gets(door, random):
	"""Asks for keys that are never committed."""
	timeout = run([info("pmix.timeout", INT, signed(SHORT_SECONDS))])
	flood(door, [command(GET, one(text(door.namespace)), one(flex(random.randrange(3))), timeout, one(text("never.%d" % random.getrandbits(40))))
			for _ in range(100)])
	time.sleep(0.01)


@attack("open-groups")
def open_groups(door, random):
	"""Begins groups with members that never join."""
	members = run([proc(door.namespace, 0), proc(door.namespace, door.rank)])
	flood(door, [command(GROUP_CONSTRUCT, one(text("open.%d" % random.getrandbits(50))), members, run([])) for _ in range(100)])
	time.sleep(0.01)


@attack("partial-frames")
def partial_frames(door, random):
	"""Announces 60 MB, sends a part of it, and waits."""
	peer = door.peer()
	peer.raw(b"\0\0\0\0" + (101).to_bytes(4, "big") + ANNOUNCED.to_bytes(4, "big") + bytes(4))
	peer.raw(bytes(random.choice([1, MEGABYTE, ANNOUNCED - 1])))
	door.hold(peer, 100)


@attack("oversized-values")
def oversized_values(door, random):
	"""Commits a value of 100 MB, and puts that together are as large."""
	parts = random.choice([1, 20])
	value = bytes(100 * MEGABYTE // parts)
	flood(door, [commit([kval("large.%d" % i, BYTE_OBJECT, byte_object(value)) for i in range(parts)])])


@attack("unread-input")
def unread_input(door, random):
	"""Sends input to ranks that do not read it."""
	data = one(byte_object(bytes(random.choice([100, 4096, MEGABYTE]))))
	flood(door, [command(IOF_PUSH, run([proc(door.namespace, random.randrange(3))]), run([]), data) for _ in range(10)])


@functools.lru_cache(None)
def application(program, ranks):
	"""Returns an application without environment and infos, in the working directory /."""
	return text(program) + signed(1) + text(program) + signed(0) + text("/") + signed(ranks) + flex(0)


@attack("spawns")
def spawns(door, random):
	"""Spawns jobs that end at once, and programs that do not exist."""
	program = random.choice(["/bin/true", "/bin/true", "/nonexistent"])
	flood(door, [command(SPAWN, run([info("pmix.jobname", STRING, text("x"))]), run([application(program, random.choice([1, 2]))]))])
	time.sleep(0.05)
