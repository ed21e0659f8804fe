// SPDX-License-Identifier: EPL-2.0
// Answers questions about libpmix's helper functions, as a library without peers.
//
// usage: pmix_utilities < QUESTIONS
// Each question is a line of words separated by tabs, and so is its answer, one line. A text has its unusual bytes as %XX; a value is the hex
// of a packed pmix_value_t, pmix_info_t or pmix_app_t. The function that answers is the first word. "?" means that this release has none.

#include "peer.h"

#include <ctype.h>
#include <pmix.h>
#include <pmix_server.h>

#define HAS_FUNCTIONS (PMIX_VERSION_MAJOR >= 5)

static char *words[8];

static void unescape(char *text)
{
	char *to = text;
	for (char *from = text; *from != 0; from++) {
		unsigned code = *from;
		if (*from == '%' && sscanf(from + 1, "%2x", &code) == 1)
			from += 2;
		*to++ = code;
	}
	*to = 0;
}

static void answer_bytes(const char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		unsigned char c = bytes[i];
		if (isalnum(c) || strchr(" .,:;()[]=_-/+#|", c) != NULL)
			putchar(c);
		else
			printf("%%%02x", c);
	}
}

static void answer(const char *text)
{
	if (text == NULL)
		printf("NULL");
	else
		answer_bytes(text, strlen(text));
}

static void answer_number(long number)
{
	printf("%ld", number);
}

static void answer_list(char **list)
{
	for (size_t i = 0; list != NULL && list[i] != NULL; i++) {
		printf("%s<", i == 0 ? "" : "\t");
		answer(list[i]);
		printf(">");
	}
}

static pmix_byte_object_t bytes_of(const char *hex)
{
	size_t size = strlen(hex) / 2;
	pmix_byte_object_t bytes = {.bytes = malloc(size + 1), .size = size};
	for (size_t i = 0; i < size; i++) {
		unsigned code;
		sscanf(hex + 2 * i, "%2x", &code);
		bytes.bytes[i] = code;
	}
	return bytes;
}

// Unpacks one datum; the first status that is not success is the answer, as a text that no other answer has.
static int unpacked(const char *hex, pmix_data_type_t type, void *target)
{
	pmix_byte_object_t bytes = bytes_of(hex);
	pmix_data_buffer_t buffer;
	PMIX_DATA_BUFFER_CONSTRUCT(&buffer);
	PMIx_Data_load(&buffer, &bytes);
	int32_t count = 1;
	pmix_status_t status = PMIx_Data_unpack(NULL, &buffer, target, &count, type);
	if (status != PMIX_SUCCESS)
		printf("unpack: %s", PMIx_Error_string(status));
	return status == PMIX_SUCCESS;
}

static void answer_packed(void *source, int32_t count, pmix_data_type_t type)
{
	pmix_data_buffer_t buffer;
	PMIX_DATA_BUFFER_CONSTRUCT(&buffer);
	pmix_status_t status = PMIx_Data_pack(NULL, &buffer, source, count, type);
	if (status != PMIX_SUCCESS)
		printf("pack: %s", PMIx_Error_string(status));
	for (size_t i = 0; status == PMIX_SUCCESS && i < buffer.bytes_used; i++)
		printf("%02x", (unsigned char) buffer.base_ptr[i]);
}

static pmix_proc_t proc(int first)
{
	pmix_proc_t proc;
	PMIX_LOAD_PROCID(&proc, words[first], (pmix_rank_t) strtoul(words[first + 1], NULL, 10));
	return proc;
}

static void values(const char *function)
{
	static pmix_value_t one, other;
	if (!unpacked(words[1], PMIX_VALUE, &one))
		return;
	if (strcmp(function, "true") == 0)
#if HAS_FUNCTIONS
		answer_number(PMIx_Value_true(&one));
#else
		answer_number(pmix_check_true(&one));
#endif
	else if (strcmp(function, "value") == 0)
		answer(PMIx_Value_string(&one));
	else if (strcmp(function, "repack") == 0)
		answer_packed(&one, 1, PMIX_VALUE);
	else if (strcmp(function, "number") == 0) {
		pmix_status_t status;
		uint64_t number = 0;
		PMIX_VALUE_GET_NUMBER(status, &one, number, uint64_t);
		printf(status == PMIX_SUCCESS ? "%lu" : "none", (unsigned long) number);
	} else if (strcmp(function, "size") == 0) {
#if HAS_FUNCTIONS
		size_t size = 0;
		pmix_status_t status = PMIx_Value_get_size(&one, &size);
		answer_number(status == PMIX_SUCCESS ? (long) size : -1);
#else
		printf("?");
#endif
	} else if (unpacked(words[2], PMIX_VALUE, &other))
		answer_number(PMIx_Value_compare(&one, &other));
}

static void infos(const char *function)
{
	static pmix_info_t info;
	if (!unpacked(words[1], PMIX_INFO, &info))
		return;
	if (strcmp(function, "info") == 0)
		answer(PMIx_Info_string(&info));
	else if (strcmp(function, "info-true") == 0)
		answer_number(PMIX_INFO_TRUE(&info));
	else if (strcmp(function, "flags") == 0) {
		printf("%d%d%d%d%d", !!PMIX_INFO_IS_REQUIRED(&info), !!PMIX_INFO_IS_OPTIONAL(&info), !!PMIX_INFO_WAS_PROCESSED(&info),
				!!PMIX_INFO_IS_QUALIFIER(&info), !!PMIX_INFO_IS_END(&info));
		PMIX_INFO_REQUIRED(&info);
		printf(" %u", info.flags);
		PMIX_INFO_OPTIONAL(&info);
		printf(" %u", info.flags);
		PMIX_INFO_PROCESSED(&info);
		printf(" %u", info.flags);
		PMIX_INFO_SET_QUALIFIER(&info);
		printf(" %u", info.flags);
	} else if (strcmp(function, "info-size") == 0) {
#if HAS_FUNCTIONS
		size_t size = 0;
		pmix_status_t status = PMIx_Info_get_size(&info, &size);
		answer_number(status == PMIX_SUCCESS ? (long) size : -1);
#else
		printf("?");
#endif
	}
}

static void codes(const char *type, unsigned long code)
{
	if (strcmp(type, "Status") == 0)
		answer(PMIx_Error_string((pmix_status_t) code));
	else if (strcmp(type, "DataType") == 0)
		answer(PMIx_Data_type_string((pmix_data_type_t) code));
	else if (strcmp(type, "ProcState") == 0)
		answer(PMIx_Proc_state_string((pmix_proc_state_t) code));
	else if (strcmp(type, "JobState") == 0)
		answer(PMIx_Job_state_string((pmix_job_state_t) code));
	else if (strcmp(type, "Scope") == 0)
		answer(PMIx_Scope_string((pmix_scope_t) code));
	else if (strcmp(type, "Persistence") == 0)
		answer(PMIx_Persistence_string((pmix_persistence_t) code));
	else if (strcmp(type, "DataRange") == 0)
		answer(PMIx_Data_range_string((pmix_data_range_t) code));
	else if (strcmp(type, "InfoDirectives") == 0)
		answer(PMIx_Info_directives_string((pmix_info_directives_t) code));
	else if (strcmp(type, "AllocDirective") == 0)
		answer(PMIx_Alloc_directive_string((pmix_alloc_directive_t) code));
	else if (strcmp(type, "IofChannel") == 0)
		answer(PMIx_IOF_channel_string((pmix_iof_channel_t) code));
	else if (strcmp(type, "LinkState") == 0)
		answer(PMIx_Link_state_string((pmix_link_state_t) code));
	else if (strcmp(type, "DeviceType") == 0)
		answer(PMIx_Device_type_string((pmix_device_type_t) code));
	else if (strcmp(type, "ValueComparison") == 0)
		answer(PMIx_Value_comparison_string((pmix_value_cmp_t) code));
}

static void names(const char *function)
{
	pmix_nspace_t nspace, cluster = {0}, local = {0};
	if (strcmp(function, "nspace") == 0)
		answer_number(PMIX_CHECK_NSPACE(words[1], words[2]));
	else if (strcmp(function, "rank") == 0)
		answer_number(PMIX_CHECK_RANK((pmix_rank_t) strtoul(words[1], NULL, 10), (pmix_rank_t) strtoul(words[2], NULL, 10)));
	else if (strcmp(function, "rank-valid") == 0)
		answer_number(PMIX_RANK_IS_VALID((pmix_rank_t) strtoul(words[1], NULL, 10)));
	else if (strcmp(function, "reserved") == 0)
		answer_number(PMIX_CHECK_RESERVED_KEY(words[1]));
	else if (strcmp(function, "proc") == 0) {
		pmix_proc_t one = proc(1), other = proc(3);
		answer_number(PMIX_CHECK_PROCID(&one, &other));
	} else if (strcmp(function, "proc-invalid") == 0) {
		pmix_proc_t one = proc(1);
		answer_number(PMIX_PROCID_INVALID(&one));
	} else if (strcmp(function, "proc-string") == 0) {
#if HAS_FUNCTIONS
		pmix_proc_t one = proc(1);
		answer(PMIx_Proc_string(&one));
#else
		printf("?");
#endif
	} else if (strcmp(function, "join-cluster") == 0) {
		PMIX_LOAD_NSPACE(cluster, words[1]);
		PMIX_LOAD_NSPACE(local, words[2]);
		PMIX_MULTICLUSTER_NSPACE_CONSTRUCT(nspace, cluster, local);
		answer(nspace);
	} else {
		PMIX_LOAD_NSPACE(nspace, words[1]);
		PMIX_MULTICLUSTER_NSPACE_PARSE(nspace, cluster, local);
		answer(cluster);
		printf("\t");
		answer(local);
	}
}

static void split(bool empty)
{
#if HAS_FUNCTIONS
	answer_list(empty ? PMIx_Argv_split_with_empty(words[1], words[2][0]) : PMIx_Argv_split(words[1], words[2][0]));
#else
	answer_list(pmix_argv_split_inter(words[1], words[2][0], empty));
#endif
}

static void environment(void)
{
	char **list = NULL;
	pmix_status_t status;
	for (int i = 4; i < 8 && words[i] != NULL; i++)
		PMIX_ARGV_APPEND(status, list, words[i]);
#if HAS_FUNCTIONS
	status = PMIx_Setenv(words[1], words[2], words[3][0] == '1', &list);
#else
	status = pmix_setenv(words[1], words[2], words[3][0] == '1', &list);
#endif
	(void) status;
	answer_list(list);
}

static void compress(void)
{
	pmix_byte_object_t bytes = bytes_of(words[1]);
	uint8_t *result = NULL;
	size_t size = 0;
	int done = PMIx_Data_compress((uint8_t *) bytes.bytes, bytes.size, &result, &size);
	printf("%d\t", done);
	for (size_t i = 0; done && i < size; i++)
		printf("%02x", result[i]);
}

static void decompress(void)
{
	pmix_byte_object_t bytes = bytes_of(words[1]);
	uint8_t *result = NULL;
	size_t size = 0;
	if (PMIx_Data_decompress((uint8_t *) bytes.bytes, bytes.size, &result, &size))
		answer_bytes((char *) result, size);
}

static void respond(const char *function)
{
	if (strcmp(function, "true") == 0 || strcmp(function, "value") == 0 || strcmp(function, "repack") == 0 || strcmp(function, "size") == 0
			|| strcmp(function, "number") == 0 || strcmp(function, "compare") == 0)
		values(function);
	else if (strncmp(function, "info", 4) == 0 || strcmp(function, "flags") == 0)
		infos(function);
	else if (strcmp(function, "code") == 0)
		codes(words[1], strtoul(words[2], NULL, 10));
	else if (strcmp(function, "attribute-key") == 0)
		answer(PMIx_Get_attribute_string(words[1]));
	else if (strcmp(function, "attribute-name") == 0)
		answer(PMIx_Get_attribute_name(words[1]));
	else if (strcmp(function, "split") == 0)
		split(false);
	else if (strcmp(function, "split-with-empty") == 0)
		split(true);
	else if (strcmp(function, "setenv") == 0)
		environment();
	else if (strcmp(function, "compress") == 0)
		compress();
	else if (strcmp(function, "decompress") == 0)
		decompress();
	else if (strcmp(function, "app") == 0 || strcmp(function, "error-code") == 0) {
#if HAS_FUNCTIONS
		pmix_app_t app;
		if (strcmp(function, "error-code") == 0)
			answer_number(PMIx_Error_code(words[1]));
		else if (unpacked(words[1], PMIX_APP, &app))
			answer(PMIx_App_string(&app));
#else
		printf("?");
#endif
	} else
		names(function);
}

int main(void)
{
	pmix_server_module_t module = {0};
	if (PMIx_server_init(&module, NULL, 0) != PMIX_SUCCESS)
		return 3;
	// a crash then shows at which question
	setvbuf(stdout, NULL, _IOLBF, 0);
	char *line = NULL;
	size_t room = 0;
	while (getline(&line, &room, stdin) > 0) {
		line[strcspn(line, "\n")] = 0;
		memset(words, 0, sizeof words);
		char *rest = line;
		for (int i = 0; i < 8 && rest != NULL; i++) {
			words[i] = strsep(&rest, "\t");
			unescape(words[i]);
		}
		respond(words[0]);
		printf("\n");
	}
	fflush(stdout);
	_Exit(0);
}
