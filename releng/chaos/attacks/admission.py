# SPDX-License-Identifier: EPL-2.0
"""Another user who claims to be the owner of the server. It is a failure if the server believes it, so these turns raise AssertionError."""

import struct

from attacks import attack
from wire import CLIENT, TOOL, greeting, hello

OVERFLOW_UID = 65534


def claim(door, random, uid):
	"""Sends a valid hello with a false user, as a rank or a tool."""
	flag = random.choice([CLIENT, TOOL])
	with door.connect() as connection:
		connection.settimeout(0.5)
		connection.sendall(greeting(hello(uid, uid, flag, namespace=door.namespace, rank=door.rank)))
		status = connection.recv(4)
	if len(status) == 4 and struct.unpack(">i", status)[0] == 0:
		raise AssertionError(f"admitted as user {uid}, {'tool' if flag else 'rank'}")


@attack("stranger-claims", stranger=True)
def stranger_claims(door, random):
	"""Claims to be any user, among them root."""
	claim(door, random, random.choice([0, 1, 1000, OVERFLOW_UID, random.getrandbits(32)]))


@attack("stranger-unmapped", stranger=True, prefix=["unshare", "--user"])
def stranger_unmapped(door, random):
	"""Claims to be the overflow user, as which all users appear in a user namespace without mapping."""
	claim(door, random, OVERFLOW_UID)
