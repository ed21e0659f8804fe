// SPDX-License-Identifier: EPL-2.0
// Qualified values of one key: put, committed, and fetched by another rank with the matching qualifier.
// Needs libpmix 5.0: 4.2 does not compare qualifiers correctly.

#include "pmix_peer.h"

static void put_qualified(uint64_t number, uint64_t condition)
{
	pmix_data_array_t array;
	pmix_value_t value;
	PMIX_DATA_ARRAY_CONSTRUCT(&array, 2, PMIX_INFO);
	pmix_info_t *infos = array.array;
	PMIX_INFO_LOAD(&infos[0], "seat", &number, PMIX_UINT64);
	PMIX_INFO_LOAD(&infos[1], "row", &condition, PMIX_UINT64);
	PMIX_INFO_SET_QUALIFIER(&infos[1]);
	PMIX_VALUE_CONSTRUCT(&value);
	expect("load value", PMIx_Value_load(&value, &array, PMIX_DATA_ARRAY), PMIX_SUCCESS);
	expect("put with qualifier", PMIx_Put(PMIX_GLOBAL, PMIX_QUALIFIED_VALUE, &value), PMIX_SUCCESS);
	PMIX_VALUE_DESTRUCT(&value);
	PMIX_DATA_ARRAY_DESTRUCT(&array);
}

static void get_qualified(pmix_rank_t rank, uint64_t condition, pmix_status_t wanted, uint64_t number)
{
	pmix_info_t infos[2];
	pmix_value_t *value;
	PMIX_INFO_LOAD(&infos[0], "row", &condition, PMIX_UINT64);
	PMIX_INFO_SET_QUALIFIER(&infos[0]);
	peer_flag(&infos[1], PMIX_IMMEDIATE);
	peer_step("get with qualifier");
	if (expect("get with qualifier", peer_get(rank, "seat", infos, wanted == PMIX_SUCCESS ? 1 : 2, &value), wanted) && wanted == PMIX_SUCCESS) {
		check(value->type == PMIX_UINT64 && value->data.uint64 == number, "value with qualifier", "rank %u, row %lu: %lu instead of %lu",
				rank, condition, value->data.uint64, number);
		PMIX_VALUE_RELEASE(value);
	}
	PMIX_INFO_DESTRUCT(&infos[0]);
}

int main(void)
{
	peer_init("pmix_qualified");
	put_qualified(10 + peer_me.rank, 1);
	put_qualified(20 + peer_me.rank, 2);
	expect("PMIx_Commit", PMIx_Commit(), PMIX_SUCCESS);
	peer_fence("fence", true);
	for (pmix_rank_t rank = 0; rank < peer_size; rank++) {
		get_qualified(rank, 1, PMIX_SUCCESS, 10 + rank);
		get_qualified(rank, 2, PMIX_SUCCESS, 20 + rank);
		get_qualified(rank, 3, PMIX_ERR_NOT_FOUND, 0);
	}
	peer_fence("end", false);
	return peer_finalize("keys with qualifiers");
}
