// SPDX-License-Identifier: EPL-2.0
// Sends and gets the attributes in a list, each with the value that stands for its type.
//
// usage: pmix_keys FILE      rank 0 of a job of two. Each line of the file has a way, the number of a data type, and a key:
//   send     with an allocation request, with job control and with a spawn; the first two must return it unchanged
//   query    queries it; the result must be the value
//   rank, job, session, app, node      gets it from the data of that realm

#include "pmix_calls.h"

enum { MOST = 600, LINE = 256 };

static pmix_info_t sent[MOST];
static char *asked[MOST + 1];
static pmix_data_type_t asked_types[MOST];
static size_t sent_count;
static size_t asked_count;
static size_t got_count;

static void *copy(const void *from, size_t length)
{
	void *to = malloc(length);
	memcpy(to, from, length);
	return to;
}

static pmix_data_array_t *two_strings(void)
{
	pmix_data_array_t *array;
	PMIX_DATA_ARRAY_CREATE(array, 2, PMIX_STRING);
	((char **) array->array)[0] = strdup("one");
	((char **) array->array)[1] = strdup("two");
	return array;
}

// Values exceed the next narrower type if there is one. Returns false if the type has no value here.
static bool make_value(pmix_data_type_t type, pmix_value_t *value)
{
	static char bytes[] = {0, 1, 2, (char) 255};
	pmix_byte_object_t object = {.bytes = bytes, .size = sizeof bytes};
	pmix_proc_t proc;
	pmix_geometry_t geometry = {.fabric = 7, .uuid = strdup("device"), .osname = strdup("eth0"), .coordinates = NULL, .ncoords = 0};
	PMIX_LOAD_PROCID(&proc, "some-job", 3);
	PMIX_VALUE_CONSTRUCT(value);
	value->type = type;
	switch (type) {
	case PMIX_STRING:
		value->data.string = strdup("text = with, all; sorts");
		break;
	case PMIX_BOOL:
		value->data.flag = true;
		break;
	case PMIX_INT:
		value->data.integer = -70000;
		break;
	case PMIX_INT32:
		value->data.int32 = -70001;
		break;
	case PMIX_UINT8:
	case PMIX_LINK_STATE:
		value->data.uint8 = 200;
		break;
	case PMIX_UINT16:
	case PMIX_STOR_ACCESS_TYPE:
		value->data.uint16 = 60000;
		break;
	case PMIX_UINT32:
		value->data.uint32 = 4000000000u;
		break;
	case PMIX_UINT64:
	case PMIX_STOR_MEDIUM:
	case PMIX_STOR_ACCESS:
	case PMIX_STOR_PERSIST:
	case PMIX_DEVTYPE:
		value->data.uint64 = 1ull << 40;
		break;
	case PMIX_SIZE:
		value->data.size = 1ull << 41;
		break;
	case PMIX_FLOAT:
		value->data.fval = 1.5f;
		break;
	case PMIX_DOUBLE:
		value->data.dval = 2.25;
		break;
	case PMIX_TIME:
		value->data.time = 1700000000;
		break;
	case PMIX_TIMEVAL:
		value->data.tv = (struct timeval) {.tv_sec = 1700000000, .tv_usec = 999999};
		break;
	case PMIX_STATUS:
		value->data.status = PMIX_ERR_NOT_FOUND;
		break;
	case PMIX_PROC:
		value->data.proc = copy(&proc, sizeof proc);
		break;
	case PMIX_BYTE_OBJECT:
		value->data.bo = (pmix_byte_object_t) {.bytes = copy(object.bytes, object.size), .size = object.size};
		break;
	case PMIX_DATA_ARRAY:
		value->data.darray = two_strings();
		break;
	case PMIX_GEOMETRY:
		value->data.geometry = copy(&geometry, sizeof geometry);
		break;
	default:
		return false;
	}
	return true;
}

static bool same(const pmix_value_t *one, const pmix_value_t *other)
{
	pmix_data_buffer_t left;
	pmix_data_buffer_t right;
	PMIX_DATA_BUFFER_CONSTRUCT(&left);
	PMIX_DATA_BUFFER_CONSTRUCT(&right);
	bool equal = PMIx_Data_pack(NULL, &left, (void *) one, 1, PMIX_VALUE) == PMIX_SUCCESS
			&& PMIx_Data_pack(NULL, &right, (void *) other, 1, PMIX_VALUE) == PMIX_SUCCESS && left.bytes_used == right.bytes_used
			&& memcmp(left.base_ptr, right.base_ptr, left.bytes_used) == 0;
	PMIX_DATA_BUFFER_DESTRUCT(&left);
	PMIX_DATA_BUFFER_DESTRUCT(&right);
	return equal;
}

static void expect_value(const char *way, const char *key, pmix_data_type_t type, const pmix_value_t *found)
{
	pmix_value_t wanted;
	if (!make_value(type, &wanted)) {
		check(found->type == type, key, "%s: type %s", way, PMIx_Data_type_string(found->type));
		return;
	}
	check(same(found, &wanted), key, "%s: another value of type %s", way, PMIx_Data_type_string(found->type));
	PMIX_VALUE_DESTRUCT(&wanted);
}

static const pmix_info_t *find(const char *key, const pmix_info_t *infos, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (PMIX_CHECK_KEY(&infos[i], key))
			return &infos[i];
	return NULL;
}

static void get(const char *way, const char *key, pmix_data_type_t type)
{
	pmix_info_t directive;
	pmix_value_t *value = NULL;
	bool realm = strcmp(way, "rank") != 0 && strcmp(way, "job") != 0;
	peer_flag(&directive, strcmp(way, "session") == 0 ? PMIX_SESSION_INFO : strcmp(way, "app") == 0 ? PMIX_APP_INFO : PMIX_NODE_INFO);
	if (expect(key, peer_get(strcmp(way, "rank") == 0 ? peer_me.rank : PMIX_RANK_WILDCARD, key, realm ? &directive : NULL, realm, &value),
			PMIX_SUCCESS)) {
		expect_value(way, key, type, value);
		PMIX_VALUE_RELEASE(value);
		got_count++;
	}
}

static void read_list(const char *file)
{
	char way[LINE];
	char key[LINE];
	unsigned type;
	FILE *list = fopen(file, "r");
	if (!check(list != NULL, "list", "cannot open %s", file))
		return;
	while (fscanf(list, "%255s %u %255s", way, &type, key) == 3) {
		if (strcmp(way, "send") == 0) {
			PMIX_INFO_CONSTRUCT(&sent[sent_count]);
			PMIX_LOAD_KEY(sent[sent_count].key, key);
			check(make_value((pmix_data_type_t) type, &sent[sent_count].value), key, "no value of type %u", type);
			sent_count++;
		} else if (strcmp(way, "query") == 0) {
			asked_types[asked_count] = (pmix_data_type_t) type;
			asked[asked_count++] = strdup(key);
		} else {
			get(way, key, (pmix_data_type_t) type);
		}
	}
	fclose(list);
}

static void expect_back(const char *call, pmix_status_t status, const pmix_info_t *infos, size_t count)
{
	if (!expect(call, status, PMIX_SUCCESS))
		return;
	check(count == sent_count, call, "%zu of %zu came back", count, sent_count);
	for (size_t i = 0; i < sent_count; i++) {
		const pmix_info_t *found = find(sent[i].key, infos, count);
		if (check(found != NULL, sent[i].key, "did not come back from %s", call))
			check(same(&found->value, &sent[i].value), sent[i].key, "came back from %s changed", call);
	}
}

static void send_all(void)
{
	pmix_info_t *infos = NULL;
	size_t count = 0;
	peer_step("allocation");
	pmix_status_t status = PMIx_Allocation_request(PMIX_ALLOC_EXTEND, sent, sent_count, &infos, &count);
	expect_back("allocation", status, infos, count);
	infos = NULL;
	count = 0;
	peer_step("job control");
	status = PMIx_Job_control(NULL, 0, sent, sent_count, &infos, &count);
	expect_back("job control", status, infos, count);
	peer_step("spawn");
	expect("spawn", spawn_with(sent, sent_count), PMIX_SUCCESS);
}

static void query_all(void)
{
	pmix_query_t query;
	pmix_info_t *infos = NULL;
	size_t count = 0;
	PMIX_QUERY_CONSTRUCT(&query);
	query.keys = asked;
	peer_step("query");
	if (!expect("query", PMIx_Query_info(&query, 1, &infos, &count), PMIX_SUCCESS))
		return;
	for (size_t i = 0; i < asked_count; i++) {
		const pmix_info_t *found = find(asked[i], infos, count);
		if (check(found != NULL, asked[i], "has no answer"))
			expect_value("query", asked[i], asked_types[i], &found->value);
	}
}

int main(int argc, char **argv)
{
	peer_init("pmix_keys");
	if (check(argc == 2, "usage", "pmix_keys FILE"))
		read_list(argv[1]);
	if (sent_count > 0)
		send_all();
	if (asked_count > 0)
		query_all();
	return peer_finalize("sent=%zu asked=%zu got=%zu", sent_count, asked_count, got_count);
}
