# SPDX-License-Identifier: EPL-2.0
"""Attacks with the size of jobs: small requests for many ranks, programs, names or variables, none of which ever starts a process."""

import functools

from attacks import attack
from attacks.work import send
from wire import SPAWN, STRING, UINT32, command, commit, flex, info, kval, run, signed, text

# a program that is missing is found out last, when the ranks are mapped
PROGRAM = "/nonexistent"
ENVAR = 46


def application(ranks, infos=()):
	return text(PROGRAM) + signed(1) + text(PROGRAM) + signed(0) + text("/") + signed(ranks) + flex(len(infos)) + b"".join(infos)


def spawn(infos, applications):
	return command(SPAWN, run(infos), run(applications))


@attack("large-jobs")
def large_jobs(door, random):
	"""Spawns jobs that fit, jobs that do not, and jobs of more ranks than any job may have."""
	send(door, spawn([], [application(random.choice([500, 6000, 20000, 60000, 1000000]))]))


@functools.lru_cache(None)
def programs(count, ranks):
	return spawn([], [application(ranks)] * count)


@attack("many-programs")
def many_programs(door, random):
	"""Spawns jobs of thousands of programs, of programs with many ranks, and of programs with set names."""
	sets = [application(20, [info("pmix.pset.nm", STRING, text("set%d" % i))]) for i in range(300)]
	send(door, random.choice([programs(2000, 1), programs(1000, 1000), programs(60, 100), spawn([], sets)]))


@functools.lru_cache(None)
def variables(count, key):
	return [info(key, ENVAR, text("V%d" % i) + text("value") + b":") for i in range(count)]


@attack("long-directives")
def long_directives(door, random):
	"""Spawns a job with a list of 100,000 hosts, or with changes to thousands of variables, once or in each program."""
	hosts = info("pmix.host", STRING, text(",".join(["localhost"] * 100000)))
	changes = variables(16000, random.choice(["pmix.envar.set", "pmix.envar.add", "pmix.envar.prepnd", "pmix.envar.appnd"]))
	send(door, random.choice([spawn([hosts], [application(1)]), spawn([], [application(1, [hosts])]), spawn(changes, [application(1)]),
			spawn(changes[:500], [application(1)] * 500)]))


@attack("growing-keys")
def growing_keys(door, random):
	"""Commits 20,000 small keys at a time, and then one key after the other."""
	stem = "g%d." % random.getrandbits(40)
	send(door, commit([kval(stem + str(i), UINT32, flex(i)) for i in range(20000)]),
			*[commit([kval(stem + "x%d" % i, UINT32, flex(i))]) for i in range(100)])
