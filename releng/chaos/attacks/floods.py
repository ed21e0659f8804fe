# SPDX-License-Identifier: EPL-2.0
"""Attacks with bytes: a rank or tool of the same user that sends more than the server can keep, or does not read."""

import time

from attacks import attack
from attacks.hellos import ESCAPES
from wire import (BYTE_OBJECT, GROUP_CONSTRUCT, LOG, NOTIFY, PUBLISH, QUERY, REGISTER_EVENTS, REQ, SESSION_RANGE, STRING, TOOL,
		byte_object, command, commit, flex, info, kval, one, pull_all, run, signed, text)

MEGABYTE = 1 << 20


def peer(door, flag=0):
	"""Returns the attacker's peer, and a new one if it was cut off."""
	if not door.held:
		door.held.append(door.peer(flag))
	return door.held[0]


def flood(door, payloads, flag=0):
	"""Sends requests and discards the replies."""
	sender = peer(door, flag)
	try:
		for payload in payloads:
			sender.send(payload)
			sender.drain()
	except OSError:
		sender.close()
		door.held.clear()
		raise


@attack("commits")
def commits(door, random):
	"""Commits values under ever new keys."""
	size = random.choice([10, 1000, MEGABYTE, 16 * MEGABYTE])
	value = byte_object(bytes(size))
	flood(door, [commit([kval("flood.%d" % random.getrandbits(60), BYTE_OBJECT, value)]) for _ in range(max(1, min(100, MEGABYTE // size)))])


@attack("notifications")
def notifications(door, random):
	"""Raises events with large infos, which a server caches for later clients."""
	infos = run([info("chaos.blob", BYTE_OBJECT, byte_object(bytes(random.choice([10, 10000, MEGABYTE]))))])
	flood(door, [command(NOTIFY, one(signed(-5000 - random.randrange(1000))), one(bytes([SESSION_RANGE])), infos) for _ in range(5)])


@attack("publications")
def publications(door, random):
	"""Publishes values under ever new keys."""
	value = byte_object(bytes(random.choice([10, 10000, MEGABYTE])))
	flood(door, [command(PUBLISH, one(flex(0)), run([info("flood.%d" % random.getrandbits(60), BYTE_OBJECT, value)])) for _ in range(5)])


@attack("registrations")
def registrations(door, random):
	"""Registers for ever new events, with large infos."""
	infos = run([info("chaos.%d" % random.getrandbits(40), STRING, text("x" * random.choice([10, 10000])))])
	codes = [signed(-3000 - random.randrange(1 << 30)) for _ in range(random.choice([1, 100]))]
	flood(door, [command(REGISTER_EVENTS, run(codes), infos) for _ in range(5)])


@attack("tools")
def tools(door, random):
	"""Attaches many tools that pull the output of all ranks and do not read it."""
	tool = door.peer(TOOL)
	tool.send(pull_all(door.namespace))
	door.hold(tool, 50)
	time.sleep(0.02)


@attack("deaf-peers")
def deaf_peers(door, random):
	"""Asks for much and does not read the answers."""
	if len(door.held) < 20:
		door.hold(door.peer())
	victim = random.choice(door.held)
	victim.connection.settimeout(0.2)
	queries = command(QUERY, run([signed(1) + text("pmix.qry.ns") + flex(0)]))
	try:
		for _ in range(500):
			victim.send(random.choice([command(REQ), queries]))
	except OSError:
		door.held.remove(victim)
		victim.close()


@attack("deaf-peers-large-put", put_bytes=10 * MEGABYTE)
def deaf_peers_large_put(door, random):
	"""Does not read, while the good clients commit 20 MB: a value of 10 MB is sent once for local and once for remote peers."""
	deaf_peers(door, random)


@attack("malformed-requests")
def malformed_requests(door, random):
	"""Sends malformed requests that the server may report, with terminal escapes in their texts."""
	line = b"x" + random.choice(ESCAPES) + b"y" * random.choice([1, 5000])
	flood(door, [command(250), command(NOTIFY, b"\x02"), b"\xff" * 20, one(bytes([LOG])) + line,
			command(GROUP_CONSTRUCT, one(text(line)), run([]), run([]))])
