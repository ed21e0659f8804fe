#!/usr/bin/python3
# SPDX-License-Identifier: EPL-2.0
"""A client made of python3-pmix: init, job size, put, commit, collecting fence, get of every rank, finalize.

usage: pmix_client.py     exit code 0 only if every check held; one line a rank on stdout, failed checks on stderr
(the module itself prints CLIENT STARTING THREAD and CLIENT THREAD STARTED on stdout)
"""

import signal
import sys

import pmix


def main():
	signal.alarm(60)
	failures = []

	def check(holds, name, detail):
		if not holds:
			failures.append(name)
			print(f"pmix_client {me['rank']}: FAILED {name}: {detail}", file=sys.stderr)

	client = pmix.PMIxClient()
	status, me = client.init([])
	if status != pmix.PMIX_SUCCESS:
		print(f"pmix_client: FAILED init: {client.error_string(status)}", file=sys.stderr)
		return 1
	status, size = client.get({"nspace": me["nspace"], "rank": pmix.PMIX_RANK_WILDCARD}, pmix.PMIX_JOB_SIZE, [])
	check(status == pmix.PMIX_SUCCESS, "job size", client.error_string(status))
	size = size["value"]
	check(me["rank"] < size, "job size", size)

	value = {"value": f"from python {me['rank']}", "val_type": pmix.PMIX_STRING}
	status = client.put(pmix.PMIX_GLOBAL, "python.key", value)
	check(status == pmix.PMIX_SUCCESS, "put", client.error_string(status))
	status = client.commit()
	check(status == pmix.PMIX_SUCCESS, "commit", client.error_string(status))
	everybody = [{"nspace": me["nspace"], "rank": pmix.PMIX_RANK_WILDCARD}]
	collect = [{"key": pmix.PMIX_COLLECT_DATA, "value": True, "val_type": pmix.PMIX_BOOL}]
	status = client.fence(everybody, collect)
	check(status == pmix.PMIX_SUCCESS, "fence", client.error_string(status))
	for rank in range(size):
		status, got = client.get({"nspace": me["nspace"], "rank": rank}, "python.key", [])
		check(status == pmix.PMIX_SUCCESS, "get", f"rank {rank}: {client.error_string(status)}")
		check(got is not None and got["value"] in (f"from python {rank}", f"from python {rank}".encode()), "get", f"rank {rank}: {got}")

	client.fence(everybody, [])
	status = client.finalize([])
	check(status == pmix.PMIX_SUCCESS, "finalize", client.error_string(status))
	verdict = f"FAILED({len(failures)})" if failures else "ok"
	print(f"pmix_client {me['rank']}/{size} {verdict}", flush=True)
	return 1 if failures else 0


sys.exit(main())
