// SPDX-License-Identifier: EPL-2.0
// Gets the values that a list asks for, and prints status, type and value of each, for comparison with another client.
//
// usage: pmix_gets FILE     rank 0 of a job. Puts a value in each scope, then reads lines with fields between tabs:
//   namespace, or . for the own one, or - for a NULL process; rank as a number; key; then directives
//   key=b1|b0 (boolean), key=u7 (uint32), key=stext (string), key=c2 (scope)
// Prints a line for each: number of the line, status, and the value if there is one.

#include "pmix_peer.h"

#include <inttypes.h>

enum { MOST = 6, LINE = 1024 };

static char line[LINE];
static char *fields[3 + MOST];

static size_t split(void)
{
	size_t count = 0;
	line[strcspn(line, "\n")] = '\0';
	for (char *rest = line; rest != NULL && count < sizeof fields / sizeof *fields;)
		fields[count++] = strsep(&rest, "\t");
	return count;
}

static void load(pmix_info_t *info, char *text)
{
	char *key = strsep(&text, "=");
	bool flag = text[1] == '1';
	uint32_t number = (uint32_t) strtoul(text + 1, NULL, 10);
	pmix_scope_t scope = (pmix_scope_t) number;
	switch (text[0]) {
	case 'b':
		PMIX_INFO_LOAD(info, key, &flag, PMIX_BOOL);
		break;
	case 'u':
		PMIX_INFO_LOAD(info, key, &number, PMIX_UINT32);
		break;
	case 'c':
		PMIX_INFO_LOAD(info, key, &scope, PMIX_SCOPE);
		break;
	default:
		PMIX_INFO_LOAD(info, key, text + 1, PMIX_STRING);
	}
}

static void print_packed(const pmix_value_t *value)
{
	pmix_data_buffer_t buffer;
	PMIX_DATA_BUFFER_CONSTRUCT(&buffer);
	check(PMIx_Data_pack(NULL, &buffer, (void *) value, 1, PMIX_VALUE) == PMIX_SUCCESS, "pack", "type %u", value->type);
	for (size_t i = 0; i < buffer.bytes_used; i++)
		printf("%02x", ((unsigned char *) buffer.base_ptr)[i]);
	PMIX_DATA_BUFFER_DESTRUCT(&buffer);
}

static void print_value(const pmix_value_t *value)
{
	printf(" %u ", value->type);
	switch (value->type) {
	case PMIX_STRING:
		printf("%s", value->data.string);
		break;
	case PMIX_UINT16:
		printf("%u", value->data.uint16);
		break;
	case PMIX_UINT32:
		printf("%u", value->data.uint32);
		break;
	case PMIX_PROC_RANK:
		printf("%u", value->data.rank);
		break;
	default:
		print_packed(value);
	}
}

static void ask(unsigned number, size_t count)
{
	pmix_proc_t proc;
	pmix_info_t infos[MOST];
	pmix_value_t *value = NULL;
	size_t directives = count - 3;
	PMIX_LOAD_PROCID(&proc, strcmp(fields[0], ".") == 0 ? "" : fields[0], (pmix_rank_t) strtoul(fields[1], NULL, 10));
	bool pointer = false;
	for (size_t i = 0; i < directives; i++) {
		load(&infos[i], fields[3 + i]);
		pointer |= PMIX_CHECK_KEY(&infos[i], PMIX_GET_POINTER_VALUES);
	}
	pmix_status_t status = PMIx_Get(strcmp(fields[0], "-") == 0 ? NULL : &proc, fields[2], infos, directives, &value);
	printf("%u %d", number, status);
	if (status == PMIX_SUCCESS && value != NULL)
		print_value(value);
	puts("");
	for (size_t i = 0; i < directives; i++)
		PMIX_INFO_DESTRUCT(&infos[i]);
	// a pointer may be to data of the library
	if (value != NULL && !pointer)
		PMIX_VALUE_RELEASE(value);
}

static void put(pmix_scope_t scope, const char *key)
{
	char text[64];
	snprintf(text, sizeof text, "%s of 0", key);
	peer_put(scope, key, text, PMIX_STRING);
}

int main(int argc, char **argv)
{
	unsigned number = 0;
	setvbuf(stdout, NULL, _IOLBF, 0);
	peer_init("pmix_gets");
	FILE *list = argc == 2 ? fopen(argv[1], "r") : NULL;
	if (!check(list != NULL, "list", "usage: pmix_gets FILE"))
		return EXIT_FAILURE;
	put(PMIX_LOCAL, "put.local");
	put(PMIX_REMOTE, "put.remote");
	put(PMIX_GLOBAL, "put.global");
	put(PMIX_INTERNAL, "put.internal");
	expect("commit", PMIx_Commit(), PMIX_SUCCESS);
	peer_step("PMIx_Get");
	while (fgets(line, sizeof line, list) != NULL)
		ask(number++, split());
	fclose(list);
	return peer_finalize("gets=%u", number);
}
