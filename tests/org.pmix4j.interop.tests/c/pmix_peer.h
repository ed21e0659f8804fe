// SPDX-License-Identifier: EPL-2.0
// Common code of the PMIx peers: init, fence, get and finalize with checks. Written for libpmix 4.2, macros of 3.x to 6.x only.
#ifndef PMIX_PEER_H
#define PMIX_PEER_H

#include "peer.h"

#include <pmix.h>

static pmix_proc_t peer_me;
static uint32_t peer_size;

static inline pmix_proc_t peer_proc(pmix_rank_t rank)
{
	pmix_proc_t proc;
	PMIX_LOAD_PROCID(&proc, peer_me.nspace, rank);
	return proc;
}

static inline bool expect(const char *name, pmix_status_t status, pmix_status_t wanted)
{
	return check(status == wanted, name, "%s (%d) instead of %s", PMIx_Error_string(status), status, PMIx_Error_string(wanted));
}

// The caller must release the value if the status is PMIX_SUCCESS.
static inline pmix_status_t peer_get(pmix_rank_t rank, const char *key, const pmix_info_t *infos, size_t count, pmix_value_t **value)
{
	pmix_proc_t proc = peer_proc(rank);
	*value = NULL;
	pmix_status_t status = PMIx_Get(&proc, key, infos, count, value);
	return status == PMIX_SUCCESS && *value == NULL ? PMIX_ERROR : status;
}

// Returns one unsigned number of any width, or UINT64_MAX with a failed check.
static inline uint64_t peer_number(const char *key, const pmix_value_t *value)
{
	switch (value->type) {
	case PMIX_UINT16:
		return value->data.uint16;
	case PMIX_UINT32:
		return value->data.uint32;
	case PMIX_UINT64:
		return value->data.uint64;
	case PMIX_SIZE:
		return value->data.size;
	case PMIX_PROC_RANK:
		return value->data.rank;
	default:
		check(false, key, "type %s is no unsigned number", PMIx_Data_type_string(value->type));
		return UINT64_MAX;
	}
}

static inline uint64_t peer_get_number(pmix_rank_t rank, const char *key)
{
	pmix_value_t *value;
	if (!expect(key, peer_get(rank, key, NULL, 0, &value), PMIX_SUCCESS))
		return UINT64_MAX;
	uint64_t number = peer_number(key, value);
	PMIX_VALUE_RELEASE(value);
	return number;
}

// Returns a copy of the string, empty with a failed check. The caller frees it.
static inline char *peer_get_string(pmix_rank_t rank, const char *key)
{
	pmix_value_t *value;
	char *text = NULL;
	if (expect(key, peer_get(rank, key, NULL, 0, &value), PMIX_SUCCESS)) {
		if (check(value->type == PMIX_STRING && value->data.string != NULL, key, "type %s", PMIx_Data_type_string(value->type)))
			text = strdup(value->data.string);
		PMIX_VALUE_RELEASE(value);
	}
	return text != NULL ? text : strdup("");
}

static inline void peer_put(pmix_scope_t scope, const char *key, void *data, pmix_data_type_t type)
{
	pmix_value_t value;
	PMIX_VALUE_CONSTRUCT(&value);
	expect("load value", PMIx_Value_load(&value, data, type), PMIX_SUCCESS);
	expect(key, PMIx_Put(scope, key, &value), PMIX_SUCCESS);
	PMIX_VALUE_DESTRUCT(&value);
}

static inline void peer_flag(pmix_info_t *info, const char *key)
{
	bool on = true;
	PMIX_INFO_LOAD(info, key, &on, PMIX_BOOL);
}

static inline void peer_seconds(pmix_info_t *info, const char *key, uint32_t seconds)
{
	PMIX_INFO_LOAD(info, key, &seconds, PMIX_UINT32);
}

// Fences with the whole job.
static inline void peer_fence(const char *name, bool collect)
{
	pmix_info_t info;
	peer_step(name);
	peer_flag(&info, PMIX_COLLECT_DATA);
	expect(name, PMIx_Fence(NULL, 0, collect ? &info : NULL, collect ? 1 : 0), PMIX_SUCCESS);
}

static inline void peer_init(const char *program)
{
	peer_start(program);
	peer_step("PMIx_Init");
	pmix_status_t status = PMIx_Init(&peer_me, NULL, 0);
	if (!expect("PMIx_Init", status, PMIX_SUCCESS))
		exit(EXIT_FAILURE);
	peer_rank = peer_me.rank;
	peer_size = (uint32_t) peer_get_number(PMIX_RANK_WILDCARD, PMIX_JOB_SIZE);
}

__attribute__((format(printf, 1, 2)))
static inline int peer_finalize(const char *format, ...)
{
	peer_step("PMIx_Finalize");
	expect("PMIx_Finalize", PMIx_Finalize(NULL, 0), PMIX_SUCCESS);
	va_list arguments;
	va_start(arguments, format);
	int code = peer_summary(peer_size, format, arguments);
	va_end(arguments);
	return code;
}

#endif
