// SPDX-License-Identifier: EPL-2.0
// A tool without a server, which asks its library: for the servers on this node, and for attributes that the library honors itself.
//
// usage: pmix_local_queries KEY [QUALIFIER[=TEXT]]
// Prints one line for each value: the keys that lead to it, its type, and its text for strings and numbers; or "status NAME".

#define _GNU_SOURCE // asprintf

#include "peer.h"

#include <pmix_tool.h>

static void print(const char *path, const char *key, const pmix_value_t *value)
{
	char *place;
	if (asprintf(&place, "%s/%s", path, key) < 0)
		exit(EXIT_FAILURE);
	const pmix_data_array_t *array = value->type == PMIX_DATA_ARRAY ? value->data.darray : NULL;
	if (array != NULL && array->type == PMIX_INFO) {
		const pmix_info_t *infos = array->array;
		for (size_t i = 0; i < array->size; i++)
			print(place, infos[i].key, &infos[i].value);
	} else if (array != NULL && array->type == PMIX_REGATTR) {
		const pmix_regattr_t *attributes = array->array;
		for (size_t i = 0; i < array->size; i++)
			printf("%s REGATTR %s\n", place, attributes[i].name);
	} else if (value->type == PMIX_STRING) {
		printf("%s STRING %s\n", place, value->data.string);
	} else if (value->type == PMIX_PROC_RANK) {
		printf("%s RANK %u\n", place, value->data.rank);
	} else {
		printf("%s NUMBER %u\n", place, value->data.uint32);
	}
	free(place);
}

int main(int argc, char *argv[])
{
	pmix_proc_t self;
	pmix_info_t alone[1];
	PMIX_INFO_LOAD(&alone[0], PMIX_TOOL_DO_NOT_CONNECT, NULL, PMIX_BOOL);
	if (argc < 2 || PMIx_tool_init(&self, alone, 1) != PMIX_SUCCESS)
		return EXIT_FAILURE;
	pmix_query_t query;
	PMIX_QUERY_CONSTRUCT(&query);
	pmix_status_t appended;
	PMIX_ARGV_APPEND(appended, query.keys, argv[1]);
	if (argc > 2) {
		char *text = strchr(argv[2], '=');
		if (text != NULL)
			*text++ = 0;
		PMIX_QUERY_QUALIFIERS_CREATE(&query, 1);
		PMIX_INFO_LOAD(&query.qualifiers[0], argv[2], text, text == NULL ? PMIX_BOOL : PMIX_STRING);
	}
	pmix_info_t *infos = NULL;
	size_t count = 0;
	pmix_status_t status = PMIx_Query_info(&query, 1, &infos, &count);
	if (status != PMIX_SUCCESS || count == 0)
		printf("status %s\n", PMIx_Error_string(status));
	for (size_t i = 0; i < count; i++)
		print("", infos[i].key, &infos[i].value);
	(void) appended;
	PMIx_tool_finalize();
	return 0;
}
