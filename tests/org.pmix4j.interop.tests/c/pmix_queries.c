// SPDX-License-Identifier: EPL-2.0
// Asks for each key alone and prints "KEY STATUS TYPE"; the type is that of the answer, or "-". A key may be written KEY@QUALIFIER=VALUE
// for a qualifier that is text.
//
// usage: pmix_queries KEY...

#include "pmix_peer.h"

static void ask(char *text)
{
	pmix_query_t query;
	pmix_info_t *results = NULL;
	size_t count = 0;
	pmix_status_t status;
	char *qualifier = strchr(text, '@');
	const char *type = "-";
	PMIX_QUERY_CONSTRUCT(&query);
	if (qualifier != NULL) {
		char *value = strchr(qualifier, '=');
		*qualifier++ = '\0';
		*value++ = '\0';
		PMIX_QUERY_QUALIFIERS_CREATE(&query, 1);
		PMIX_INFO_LOAD(&query.qualifiers[0], qualifier, value, PMIX_STRING);
	}
	PMIX_ARGV_APPEND(status, query.keys, text);
	peer_step("PMIx_Query_info");
	status = PMIx_Query_info(&query, 1, &results, &count);
	if (status == PMIX_SUCCESS && check(count == 1, text, "%zu answers", count)) {
		check(PMIX_CHECK_KEY(&results[0], text), text, "the answer has the key %s", results[0].key);
		type = PMIx_Data_type_string(results[0].value.type);
	}
	printf("%s %d %s\n", text, status, type);
	PMIX_QUERY_DESTRUCT(&query);
}

int main(int argc, char **argv)
{
	peer_init("pmix_queries");
	for (int i = 1; i < argc; i++)
		ask(argv[i]);
	fflush(stdout);
	return peer_finalize("asked %d", argc - 1);
}
