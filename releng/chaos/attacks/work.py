# SPDX-License-Identifier: EPL-2.0
"""Attacks with work: single legal messages that are small, or at most a few megabytes, and make a naive server compute for seconds."""

import functools
import time

from attacks import attack
from wire import (BOOL, DATA_ARRAY, FENCE, FIRST_READ, GROUP_CONSTRUCT, INT, LOOKUP, NOTIFY, PERSISTENCE, PROC, PUBLISH, QUERY, REGISTER_EVENTS,
		SESSION_RANGE, STRING, UINT32, command, commit, flex, info, kval, one, proc, run, signed, text)

PAUSE_SECONDS = 0.2


def send(door, *payloads):
	"""Sends the messages over one connection and gives the server a moment to do other work; discards replies."""
	if not door.held:
		door.held.append(door.peer())
	peer = door.held[0]
	try:
		peer.connection.settimeout(5)
		for payload in payloads:
			peer.send(payload)
			peer.drain()
		time.sleep(PAUSE_SECONDS)
		peer.drain()
	except OSError:
		peer.close()
		door.held.clear()
		raise


@functools.lru_cache(None)
def members(namespace, first, count):
	return run([proc(namespace, first + i) for i in range(count)])


@attack("large-group")
def large_group(door, random):
	"""Constructs a group of 20,000 or 200,000 members, most of which do not exist."""
	name = "g%d" % random.getrandbits(40)
	send(door, command(GROUP_CONSTRUCT, one(text(name)), members(door.namespace, 0, random.choice([20000, 200000])), run([])))


@attack("large-fence")
def large_fence(door, random):
	"""Begins fences with many members; each has a timeout of a second."""
	timeout = run([info("pmix.timeout", INT, signed(1))])
	send(door, command(FENCE, members(door.namespace, random.randrange(2, 1000), random.choice([20000, 200000])), timeout))


@functools.lru_cache(None)
def system_codes(count):
	return run([signed(-230 - i % 100) for i in range(count)])


@attack("system-codes")
def system_codes_attack(door, random):
	"""Registers for many system events in one message."""
	send(door, command(REGISTER_EVENTS, system_codes(random.choice([50000, 200000])), run([])))


@functools.lru_cache(None)
def affected(namespace, count):
	procs = b"".join(proc(namespace, 10 + i) for i in range(count))
	return run([info("pmix.evaffected", DATA_ARRAY, flex(PROC) + flex(count) + procs)])


@attack("affected-processes")
def affected_processes(door, random):
	"""Registers for an event of 10,000 processes and raises it for 10,000 others."""
	code = -4000 - random.randrange(100)
	send(door, command(REGISTER_EVENTS, run([signed(code)]), affected(door.namespace, 10000)),
			command(NOTIFY, one(signed(code)), one(bytes([SESSION_RANGE])), affected(door.namespace + b"x", 10000)))


@attack("first-read-keys")
def first_read_keys(door, random):
	"""Publishes 90,000 keys that end when they are read, and reads them."""
	stem = "r%d." % random.getrandbits(30)
	infos = [info(stem + str(i), STRING, text("x")) for i in range(90000)] + [info("pmix.persist", PERSISTENCE, bytes([FIRST_READ]))]
	keys = b"".join(one(text(stem + str(i))) for i in range(90000))
	send(door, command(PUBLISH, one(flex(0)), run(infos)), command(LOOKUP, one(flex(0)), one(flex(90000)), keys, run([])))


@functools.lru_cache(None)
def equal_keys(count):
	return command(QUERY, run([signed(count) + text("pmix.qry.ns") * count + flex(0)]))


@attack("large-query")
def large_query(door, random):
	"""Queries the same key 100,000 times."""
	send(door, equal_keys(100000))


@functools.lru_cache(None)
def unknown_keys(count):
	return b"".join(one(text("never.%d" % i)) for i in range(count))


@attack("waiting-lookups")
def waiting_lookups(door, random):
	"""Begins 50 lookups of 20,000 keys that are never published, and publishes others."""
	waits = run([info("pmix.wait", INT, signed(0)), info("pmix.timeout", INT, signed(2))])
	lookup = command(LOOKUP, one(flex(0)), one(flex(20000)), unknown_keys(20000), waits)
	publications = [command(PUBLISH, one(flex(0)), run([info("other.%d" % random.getrandbits(50), STRING, text("x"))])) for _ in range(20)]
	send(door, *[lookup] * 50, *publications)


@functools.lru_cache(None)
def many_keys(count):
	return commit([kval("k%d" % i, UINT32, flex(i)) for i in range(count)])


@attack("many-keys")
def many_keys_attack(door, random):
	"""Commits a million small keys at once."""
	send(door, many_keys(1000000))


@attack("deep-values")
def deep_values(door, random):
	"""Sends values that are nested as deeply as fits."""
	depth = random.choice([10, 1000, 100000])
	nested = (flex(DATA_ARRAY) + flex(1)) * depth + flex(BOOL) + flex(1) + b"\1"
	send(door, command(PUBLISH, one(flex(0)), run([info("deep", DATA_ARRAY, nested)])), commit([kval("deep", DATA_ARRAY, nested)]))
