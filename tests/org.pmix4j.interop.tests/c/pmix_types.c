// SPDX-License-Identifier: EPL-2.0
// Puts one value of every common data type, collects them by a fence and compares the values of every other rank.
//
// usage: pmix_types

#include "pmix_peer.h"

#include <math.h>
#include <sys/time.h>

// The storage of a test value of one type, with the pointer for PMIx_Value_load.
union sample {
	bool flag;
	uint8_t byte;
	const char *string;
	size_t size;
	pid_t pid;
	int integer;
	int8_t int8;
	int16_t int16;
	int32_t int32;
	int64_t int64;
	unsigned unsigned_integer;
	uint8_t uint8;
	uint16_t uint16;
	uint32_t uint32;
	uint64_t uint64;
	float single;
	double real;
	struct timeval interval;
	time_t time;
	pmix_status_t status;
	pmix_rank_t rank;
	pmix_proc_t proc;
	pmix_byte_object_t object;
	pmix_scope_t scope;
	pmix_data_range_t range;
	pmix_persistence_t persistence;
	pmix_proc_state_t state;
	pmix_data_array_t array;
	pmix_envar_t variable;
	pmix_alloc_directive_t directive;
};

static const pmix_data_type_t types[] = {PMIX_BOOL, PMIX_BYTE, PMIX_STRING, PMIX_SIZE, PMIX_PID, PMIX_INT, PMIX_INT8, PMIX_INT16,
	PMIX_INT32, PMIX_INT64, PMIX_UINT, PMIX_UINT8, PMIX_UINT16, PMIX_UINT32, PMIX_UINT64, PMIX_FLOAT, PMIX_DOUBLE, PMIX_TIMEVAL,
	PMIX_TIME, PMIX_STATUS, PMIX_PROC_RANK, PMIX_PROC, PMIX_BYTE_OBJECT, PMIX_SCOPE, PMIX_DATA_RANGE, PMIX_PERSIST, PMIX_PROC_STATE,
	PMIX_DATA_ARRAY, PMIX_ENVAR, PMIX_ALLOC_DIRECTIVE};

enum { TYPES = sizeof types / sizeof *types, ARRAY = 5, BYTES = 300 };

static char text[64];
static unsigned char bytes[BYTES];
static uint32_t numbers[ARRAY];

// Fills the sample of a type for a rank; it may point to the static buffers above. Odd ranks use the negative or upper end.
static void make_sample(pmix_data_type_t type, pmix_rank_t rank, union sample *sample)
{
	bool odd = rank % 2 == 1;
	memset(sample, 0, sizeof *sample);
	switch (type) {
	case PMIX_BOOL:
		sample->flag = odd;
		break;
	case PMIX_BYTE:
	case PMIX_UINT8:
		sample->byte = (uint8_t) (255 - rank);
		break;
	case PMIX_STRING:
		snprintf(text, sizeof text, "Gr\xc3\xbc\xc3\x9f" "e, a, b;c=d from rank %u", rank);
		sample->string = text;
		break;
	case PMIX_SIZE:
		sample->size = odd ? SIZE_MAX - rank : rank;
		break;
	case PMIX_PID:
		sample->pid = (pid_t) (4194304 - rank);
		break;
	case PMIX_INT:
		sample->integer = odd ? INT32_MIN + (int) rank : INT32_MAX - (int) rank;
		break;
	case PMIX_INT8:
		sample->int8 = (int8_t) (odd ? INT8_MIN : INT8_MAX);
		break;
	case PMIX_INT16:
		sample->int16 = (int16_t) (odd ? INT16_MIN + (int) rank : INT16_MAX - (int) rank);
		break;
	case PMIX_INT32:
		sample->int32 = odd ? -(int32_t) rank : (int32_t) rank * 1000003;
		break;
	case PMIX_INT64:
		sample->int64 = odd ? INT64_MIN + rank : INT64_MAX - rank;
		break;
	case PMIX_UINT:
		sample->unsigned_integer = UINT32_MAX - rank;
		break;
	case PMIX_UINT16:
		sample->uint16 = (uint16_t) (UINT16_MAX - rank);
		break;
	case PMIX_UINT32:
		sample->uint32 = UINT32_MAX - rank;
		break;
	case PMIX_UINT64:
		sample->uint64 = odd ? UINT64_MAX - rank : (1ull << 56) - 1 + rank;
		break;
	case PMIX_FLOAT:
		sample->single = 0.5f + (float) rank;
		break;
	case PMIX_DOUBLE:
		sample->real = 0.25 - rank;
		break;
	case PMIX_TIMEVAL:
		sample->interval = (struct timeval) {.tv_sec = 1700000000 + rank, .tv_usec = 999999 - rank};
		break;
	case PMIX_TIME:
		sample->time = 1700000000 + rank;
		break;
	case PMIX_STATUS:
		sample->status = odd ? PMIX_ERR_NOT_FOUND : -(pmix_status_t) rank - 3000;
		break;
	case PMIX_PROC_RANK:
		sample->rank = odd ? PMIX_RANK_WILDCARD : rank;
		break;
	case PMIX_PROC:
		PMIX_LOAD_PROCID(&sample->proc, "some.space@7", rank);
		break;
	case PMIX_BYTE_OBJECT:
		peer_fill(bytes, sizeof bytes, rank);
		sample->object = (pmix_byte_object_t) {.bytes = (char *) bytes, .size = sizeof bytes};
		break;
	case PMIX_SCOPE:
		sample->scope = PMIX_GLOBAL;
		break;
	case PMIX_DATA_RANGE:
		sample->range = PMIX_RANGE_SESSION;
		break;
	case PMIX_PERSIST:
		sample->persistence = PMIX_PERSIST_APP;
		break;
	case PMIX_PROC_STATE:
		sample->state = PMIX_PROC_STATE_CONNECTED;
		break;
	case PMIX_DATA_ARRAY:
		for (uint32_t i = 0; i < ARRAY; i++)
			numbers[i] = UINT32_MAX / (i + 1) - rank;
		sample->array = (pmix_data_array_t) {.type = PMIX_UINT32, .size = ARRAY, .array = numbers};
		break;
	case PMIX_ENVAR:
		snprintf(text, sizeof text, "/bin:/of/%u", rank);
		sample->variable = (pmix_envar_t) {.envar = (char *) "SOME_PATH", .value = text, .separator = ':'};
		break;
	default:
		sample->directive = PMIX_ALLOC_EXTEND;
	}
}

static bool same(const pmix_value_t *value, const union sample *sample)
{
	const void *data = &value->data;
	switch (value->type) {
	case PMIX_STRING:
		return strcmp(value->data.string, sample->string) == 0;
	case PMIX_FLOAT:
		return fabsf(value->data.fval - sample->single) < 1e-6f;
	case PMIX_DOUBLE:
		return fabs(value->data.dval - sample->real) < 1e-6;
	case PMIX_TIMEVAL:
		return value->data.tv.tv_sec == sample->interval.tv_sec && value->data.tv.tv_usec == sample->interval.tv_usec;
	case PMIX_PROC:
		return strcmp(value->data.proc->nspace, sample->proc.nspace) == 0 && value->data.proc->rank == sample->proc.rank;
	case PMIX_BYTE_OBJECT:
		return value->data.bo.size == BYTES && memcmp(value->data.bo.bytes, sample->object.bytes, BYTES) == 0;
	case PMIX_DATA_ARRAY:
		return value->data.darray->type == PMIX_UINT32 && value->data.darray->size == ARRAY
				&& memcmp(value->data.darray->array, sample->array.array, sizeof numbers) == 0;
	case PMIX_ENVAR:
		return strcmp(value->data.envar.envar, sample->variable.envar) == 0
				&& strcmp(value->data.envar.value, sample->variable.value) == 0 && value->data.envar.separator == ':';
	case PMIX_SIZE:
	case PMIX_INT64:
	case PMIX_UINT64:
	case PMIX_TIME:
		return memcmp(data, sample, 8) == 0;
	case PMIX_INT16:
	case PMIX_UINT16:
		return memcmp(data, sample, 2) == 0;
	case PMIX_BOOL:
	case PMIX_BYTE:
	case PMIX_INT8:
	case PMIX_UINT8:
	case PMIX_SCOPE:
	case PMIX_DATA_RANGE:
	case PMIX_PERSIST:
	case PMIX_PROC_STATE:
	case PMIX_ALLOC_DIRECTIVE:
		return memcmp(data, sample, 1) == 0;
	default:
		return memcmp(data, sample, 4) == 0;
	}
}

static void put_all(void)
{
	for (int i = 0; i < TYPES; i++) {
		char key[32];
		union sample sample;
		snprintf(key, sizeof key, "type.%d", types[i]);
		make_sample(types[i], peer_me.rank, &sample);
		peer_put(PMIX_GLOBAL, key, types[i] == PMIX_STRING ? (void *) (intptr_t) sample.string : &sample, types[i]);
	}
}

static void compare_with(pmix_rank_t rank)
{
	for (int i = 0; i < TYPES; i++) {
		char key[32];
		union sample sample;
		pmix_value_t *value;
		const char *name = PMIx_Data_type_string(types[i]);
		snprintf(key, sizeof key, "type.%d", types[i]);
		if (!expect(name, peer_get(rank, key, NULL, 0, &value), PMIX_SUCCESS))
			continue;
		make_sample(types[i], rank, &sample);
		if (check(value->type == types[i], name, "rank %u: arrived as %s", rank, PMIx_Data_type_string(value->type)))
			check(same(value, &sample), name, "rank %u: the value differs", rank);
		PMIX_VALUE_RELEASE(value);
	}
}

int main(void)
{
	peer_init("pmix_types");
	put_all();
	expect("PMIx_Commit", PMIx_Commit(), PMIX_SUCCESS);
	peer_fence("fence(collect)", true);
	peer_step("compare");
	for (pmix_rank_t rank = 0; rank < peer_size; rank++)
		compare_with(rank);
	peer_fence("last fence", false);
	return peer_finalize("types=%d", TYPES);
}
