// SPDX-License-Identifier: EPL-2.0
// Spawns a shell command with the given directives, waits for its end, and prints the result.
//
// "self" stands for the own job in a value of type proc, and always does in one of type procs. A key that begins with '?' is not required.
//
// usage: pmix_spawn_with COMMAND [KEY TYPE VALUE]...      for instance  pmix_spawn_with 'echo x' pmix.iof.rank bool true
//   each directive is required; PEER_CHILDREN processes run the command (default 1). Prints "spawn STATUS", and if that is 0 "end STATUS CODE".
#include "spawn_peer.h"

enum { MOST = 8 };

static void load(pmix_info_t *info, const char *key, const char *type, const char *value)
{
	bool required = *key != '?';
	if (!required)
		key++;
	if (strcmp(type, "bool") == 0) {
		bool flag = strcmp(value, "true") == 0;
		PMIX_INFO_LOAD(info, key, &flag, PMIX_BOOL);
	} else if (strcmp(type, "int") == 0) {
		int number = atoi(value);
		PMIX_INFO_LOAD(info, key, &number, PMIX_INT);
	} else if (strcmp(type, "uint32") == 0) {
		uint32_t number = (uint32_t) atoi(value);
		PMIX_INFO_LOAD(info, key, &number, PMIX_UINT32);
	} else if (strcmp(type, "uint16") == 0) {
		uint16_t number = (uint16_t) atoi(value);
		PMIX_INFO_LOAD(info, key, &number, PMIX_UINT16);
	} else if (strcmp(type, "proc") == 0) {
		pmix_proc_t proc;
		PMIX_LOAD_PROCID(&proc, strcmp(value, "self") == 0 ? peer_me.nspace : value, PMIX_RANK_WILDCARD);
		PMIX_INFO_LOAD(info, key, &proc, PMIX_PROC);
	} else if (strcmp(type, "bytes") == 0) {
		pmix_byte_object_t bytes = { .bytes = (char *) value, .size = strlen(value) };
		PMIX_INFO_LOAD(info, key, &bytes, PMIX_BYTE_OBJECT);
	} else if (strcmp(type, "procs") == 0) {
		pmix_data_array_t procs;
		PMIX_DATA_ARRAY_CONSTRUCT(&procs, 1, PMIX_PROC);
		PMIX_LOAD_PROCID((pmix_proc_t *) procs.array, peer_me.nspace, PMIX_RANK_WILDCARD);
		PMIX_INFO_LOAD(info, key, &procs, PMIX_DATA_ARRAY);
		PMIX_DATA_ARRAY_DESTRUCT(&procs);
	} else {
		PMIX_INFO_LOAD(info, key, value, PMIX_STRING);
	}
	if (required)
		PMIX_INFO_REQUIRED(info);
}

int main(int argc, char **argv)
{
	pmix_info_t infos[MOST];
	pmix_nspace_t nspace;
	size_t count = 0;
	const char *children = getenv("PEER_CHILDREN");
	peer_init("pmix_spawn_with");
	peer_listen_for_ends();
	if (!check(argc >= 2 && (argc - 2) % 3 == 0 && (argc - 2) / 3 < MOST, "usage", "%d arguments", argc))
		return peer_finalize("%s", "");
	for (int i = 2; i < argc; i += 3)
		load(&infos[count++], argv[i], argv[i + 1], argv[i + 2]);
	peer_flag(&infos[count++], PMIX_REPORT_CHILD_SEP);
	pmix_app_t *app = peer_app("/bin/sh", children != NULL ? atoi(children) : 1, "-c", argv[1]);
	peer_step("PMIx_Spawn");
	pmix_status_t status = PMIx_Spawn(infos, count, app, 1, nspace);
	printf("spawn %d\n", status);
	if (status == PMIX_SUCCESS) {
		struct peer_end end = peer_await_end(nspace);
		printf("end %d %d\n", end.status, end.exit_code);
	}
	fflush(stdout);
	return peer_finalize("%s", "");
}
