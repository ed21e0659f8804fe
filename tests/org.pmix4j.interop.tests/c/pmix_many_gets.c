// SPDX-License-Identifier: EPL-2.0
// The modex of a parallel program: every rank puts, fences and gets the data of all ranks.
//
// usage: pmix_many_gets [BYTES [KEYS [collect|nocollect]]]     default 100 bytes, 1 key, collect
//   nocollect  the fence carries no data, so that each get is its own request
//
// Known: 64 ranks under mpirun 4.1.4 take about 60 ms for the fence and 1 ms for all gets (shared memory between its processes).

#include "pmix_peer.h"

int main(int argc, char **argv)
{
	size_t length = (size_t) peer_argument(argc, argv, 1, 100);
	int keys = peer_argument(argc, argv, 2, 1);
	bool collect = argc <= 3 || strcmp(argv[3], "collect") == 0;
	unsigned char *wanted = malloc(length + 1);
	char key[32];
	peer_init("pmix_many_gets");
	peer_fence("first fence", false);
	double start = peer_now_us();
	for (int i = 0; i < keys; i++) {
		pmix_byte_object_t object = {.bytes = (char *) wanted, .size = length};
		snprintf(key, sizeof key, "modex.%d", i);
		peer_fill(wanted, length, peer_me.rank * 1000 + (uint32_t) i);
		peer_put(PMIX_GLOBAL, key, &object, PMIX_BYTE_OBJECT);
	}
	expect("PMIx_Commit", PMIx_Commit(), PMIX_SUCCESS);
	peer_fence("fence of the modex", collect);
	double fenced = peer_now_us();
	peer_step("gets");
	// Each rank begins with the next rank, as MPI programs do, so that they do not all ask for the same one.
	for (uint32_t n = 1; n <= peer_size; n++) {
		pmix_rank_t rank = (peer_me.rank + n) % peer_size;
		for (int i = 0; i < keys; i++) {
			pmix_value_t *value;
			snprintf(key, sizeof key, "modex.%d", i);
			if (!expect(key, peer_get(rank, key, NULL, 0, &value), PMIX_SUCCESS))
				continue;
			peer_fill(wanted, length, rank * 1000 + (uint32_t) i);
			check(value->type == PMIX_BYTE_OBJECT && value->data.bo.size == length
					&& memcmp(value->data.bo.bytes, wanted, length) == 0, key, "the bytes of rank %u differ", rank);
			PMIX_VALUE_RELEASE(value);
		}
	}
	double end = peer_now_us();
	peer_fence("last fence", false);
	free(wanted);
	return peer_finalize("bytes=%zu keys=%d put_fence_ms=%.2f get_all_ms=%.2f", length, keys, (fenced - start) / 1000,
			(end - fenced) / 1000);
}
