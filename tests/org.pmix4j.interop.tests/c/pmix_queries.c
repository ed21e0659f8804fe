// SPDX-License-Identifier: EPL-2.0
// Asks for each key alone and prints "KEY STATUS TYPE"; the type is that of the answer, or "-". A key may be followed by qualifiers:
// @QUALIFIER=TEXT, @QUALIFIER#NUMBER, or @QUALIFIER for a true one.
//
// usage: pmix_queries KEY...

#include "pmix_peer.h"

static void qualify(pmix_info_t *info, char *text)
{
	char *value = strpbrk(text, "=#");
	bool yes = true;
	uint32_t number;
	if (value == NULL) {
		PMIX_INFO_LOAD(info, text, &yes, PMIX_BOOL);
	} else if (*value == '#') {
		*value++ = '\0';
		number = strtoul(value, NULL, 10);
		PMIX_INFO_LOAD(info, text, &number, PMIX_UINT32);
	} else {
		*value++ = '\0';
		PMIX_INFO_LOAD(info, text, value, PMIX_STRING);
	}
}

static void ask(char *text)
{
	pmix_query_t query;
	pmix_info_t *results = NULL;
	size_t count = 0, qualifiers = 0;
	pmix_status_t status;
	const char *type = "-";
	char *whole = strdup(text);
	char *rest = text;
	char *key = strsep(&rest, "@");
	PMIX_QUERY_CONSTRUCT(&query);
	for (char *each = rest; each != NULL; each = strchr(each, '@') == NULL ? NULL : strchr(each, '@') + 1)
		qualifiers++;
	if (qualifiers > 0)
		PMIX_QUERY_QUALIFIERS_CREATE(&query, qualifiers);
	for (size_t i = 0; i < qualifiers; i++)
		qualify(&query.qualifiers[i], strsep(&rest, "@"));
	PMIX_ARGV_APPEND(status, query.keys, key);
	peer_step("PMIx_Query_info");
	status = PMIx_Query_info(&query, 1, &results, &count);
	if (status == PMIX_SUCCESS && check(count == 1, key, "%zu answers", count)) {
		check(PMIX_CHECK_KEY(&results[0], key), key, "the answer has the key %s", results[0].key);
		type = PMIx_Data_type_string(results[0].value.type);
	}
	printf("%s %d %s\n", whole, status, type);
	free(whole);
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
