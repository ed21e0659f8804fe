// SPDX-License-Identifier: EPL-2.0
// Makes the spawns of a table, one after the other, each with one directive, and prints how each went.
//
// usage: pmix_spawn_table TABLE        one rank
//   A line of the table has the fields NAME LEVEL NEED COMMAND and then KEY TYPE VALUE of one or more directives, with tabs between. LEVEL is
//   job or app, and NEED is required or optional: both are about the first directive; the others are optional and for the job. One process
//   runs the shell command, with NAME in the variable ROW. Prints "NAME spawn STATUS" and, once the job has ended, "NAME end STATUS CODE";
//   the latter not for a job that ends silently.
#include "spawn_peer.h"

enum { MOST = 8, LONGEST = 4096 };

// Splits a line at its tabs. Returns the number of fields.
static int split(char *line, char **fields, int most)
{
	int count = 0;
	for (char *field = strsep(&line, "\t"); field != NULL && count < most; field = strsep(&line, "\t"))
		fields[count++] = field;
	return count;
}

static void load_list(pmix_info_t *info, const char *key, pmix_data_type_t type, const char *value)
{
	pmix_data_array_t array;
	PMIX_DATA_ARRAY_CONSTRUCT(&array, 1, type);
	if (type == PMIX_PROC)
		PMIX_LOAD_PROCID((pmix_proc_t *) array.array, peer_me.nspace, peer_me.rank);
	else if (type == PMIX_STRING)
		*(char **) array.array = strdup(value);
	else
		PMIX_INFO_LOAD((pmix_info_t *) array.array, value, "value", PMIX_STRING);
	PMIX_INFO_LOAD(info, key, &array, PMIX_DATA_ARRAY);
	PMIX_DATA_ARRAY_DESTRUCT(&array);
}

static void load(pmix_info_t *info, const char *key, const char *type, char *value)
{
	bool flag = strcmp(value, "true") == 0;
	long long number = atoll(value);
	uint32_t narrow = (uint32_t) number;
	uint64_t wide = (uint64_t) number;
	float real = strtof(value, NULL);
	if (strcmp(type, "bool") == 0) {
		PMIX_INFO_LOAD(info, key, &flag, PMIX_BOOL);
	} else if (strcmp(type, "int") == 0) {
		PMIX_INFO_LOAD(info, key, &narrow, PMIX_INT);
	} else if (strcmp(type, "uint16") == 0) {
		uint16_t word = (uint16_t) number;
		PMIX_INFO_LOAD(info, key, &word, PMIX_UINT16);
	} else if (strcmp(type, "uint32") == 0) {
		PMIX_INFO_LOAD(info, key, &narrow, PMIX_UINT32);
	} else if (strcmp(type, "uint64") == 0) {
		PMIX_INFO_LOAD(info, key, &wide, PMIX_UINT64);
	} else if (strcmp(type, "size") == 0) {
		PMIX_INFO_LOAD(info, key, &wide, PMIX_SIZE);
	} else if (strcmp(type, "float") == 0) {
		PMIX_INFO_LOAD(info, key, &real, PMIX_FLOAT);
	} else if (strcmp(type, "envar") == 0) {
		char *text = strchr(value, '=');
		pmix_envar_t variable = { .envar = value, .value = text + 1, .separator = ':' };
		*text = '\0';
		PMIX_INFO_LOAD(info, key, &variable, PMIX_ENVAR);
	} else if (strcmp(type, "proc") == 0) {
		pmix_proc_t proc;
		PMIX_LOAD_PROCID(&proc, peer_me.nspace, strcmp(value, "all") == 0 ? PMIX_RANK_WILDCARD : peer_me.rank);
		PMIX_INFO_LOAD(info, key, &proc, PMIX_PROC);
	} else if (strcmp(type, "bytes") == 0) {
		pmix_byte_object_t bytes = { .bytes = value, .size = strlen(value) };
		PMIX_INFO_LOAD(info, key, &bytes, PMIX_BYTE_OBJECT);
	} else if (strcmp(type, "procs") == 0) {
		load_list(info, key, PMIX_PROC, value);
	} else if (strcmp(type, "strings") == 0) {
		load_list(info, key, PMIX_STRING, value);
	} else if (strcmp(type, "infos") == 0) {
		load_list(info, key, PMIX_INFO, value);
	} else {
		check(strcmp(type, "string") == 0, key, "has the unknown type '%s'", type);
		PMIX_INFO_LOAD(info, key, value, PMIX_STRING);
	}
}

static void spawn(char **fields, int count)
{
	const char *name = fields[0];
	const bool of_app = strcmp(fields[1], "app") == 0;
	pmix_info_t infos[MOST];
	pmix_nspace_t nspace;
	size_t used = 0;
	pmix_info_t first;
	load(&first, fields[4], fields[5], fields[6]);
	if (strcmp(fields[2], "required") == 0)
		PMIX_INFO_REQUIRED(&first);
	pmix_app_t *app = peer_app("/bin/sh", 1, "-c", fields[3]);
	char row[LONGEST];
	snprintf(row, sizeof row, "ROW=%s", name);
	peer_append(&app->env, row);
	if (of_app) {
		PMIX_INFO_CREATE(app->info, 1);
		app->ninfo = 1;
		PMIX_INFO_XFER(app->info, &first);
	} else {
		PMIX_INFO_XFER(&infos[used++], &first);
	}
	for (int i = 7; i + 2 < count; i += 3)
		load(&infos[used++], fields[i], fields[i + 1], fields[i + 2]);
	peer_flag(&infos[used++], PMIX_REPORT_CHILD_SEP);
	peer_step(name);
	pmix_status_t status = PMIx_Spawn(infos, used, app, 1, nspace);
	printf("%s spawn %d\n", name, status);
	if (status == PMIX_SUCCESS && !PMIX_CHECK_KEY(&first, PMIX_EVENT_SILENT_TERMINATION)) {
		struct peer_end end = peer_await_end(nspace);
		printf("%s end %d %d\n", name, end.status, end.exit_code);
	}
	fflush(stdout);
	PMIX_APP_FREE(app, 1);
	PMIX_INFO_DESTRUCT(&first);
}

int main(int argc, char **argv)
{
	char line[LONGEST];
	char *fields[4 + 3 * (MOST - 1)];
	peer_init("pmix_spawn_table");
	peer_listen_for_ends();
	FILE *table = argc == 2 ? fopen(argv[1], "r") : NULL;
	if (check(table != NULL, "table", "cannot be read")) {
		while (fgets(line, sizeof line, table) != NULL) {
			line[strcspn(line, "\n")] = '\0';
			int count = split(line, fields, sizeof fields / sizeof *fields);
			if (check(count >= 7, "line", "has %d fields", count))
				spawn(fields, count);
		}
		fclose(table);
	}
	return peer_finalize("%s", "");
}
