// SPDX-License-Identifier: EPL-2.0
// Rank 0 makes the server keep ever more, until it is refused; the other ranks then exchange data as usual.
//
// usage: pmix_flood KIND KIB COUNT all|some|any
//   KIND   commit, notify, register, publish, pset
//   KIB    size of each request: of the value, of the text in the event, of the codes, of the name of the set
//   COUNT  of the requests
//   all|some  how many of them the server must accept; the others must be refused with PMIX_ERR_OUT_OF_RESOURCE; any to
//                  check nothing
//
// Known: libpmix 4.2.2 reports success for a commit or event that the server has refused, and PMIX_ERR_SERVER_FAILED_REQUEST for a
// registration.

#include "pmix_peer.h"

// Not yet in 4.2.2.
#ifndef PMIX_JOB_CTRL_DEFINE_PSET
#define PMIX_JOB_CTRL_DEFINE_PSET "pmix.jctrl.defpset"
#endif

enum { CODE_BYTES = 512 };

static char *text;
static size_t length;

static void no_event(size_t registration, pmix_status_t code, const pmix_proc_t *source, pmix_info_t infos[], size_t count,
		pmix_info_t results[], size_t result_count, pmix_event_notification_cbfunc_fn_t done, void *data)
{
	(void) registration, (void) code, (void) source, (void) infos, (void) count, (void) results, (void) result_count;
	if (done != NULL)
		done(PMIX_SUCCESS, NULL, 0, NULL, NULL, data);
}

static pmix_status_t commit(int number)
{
	pmix_byte_object_t object = {.bytes = text, .size = length};
	char key[32];
	snprintf(key, sizeof key, "flood.%d", number);
	peer_put(PMIX_GLOBAL, key, &object, PMIX_BYTE_OBJECT);
	return PMIx_Commit();
}

static pmix_status_t notify(int number)
{
	pmix_info_t info;
	(void) number;
	PMIX_INFO_LOAD(&info, "flood", text, PMIX_STRING);
	pmix_status_t status = PMIx_Notify_event(-5000, &peer_me, PMIX_RANGE_NAMESPACE, &info, 1, NULL, NULL);
	PMIX_INFO_DESTRUCT(&info);
	return status == PMIX_OPERATION_SUCCEEDED ? PMIX_SUCCESS : status;
}

static pmix_status_t register_codes(int number)
{
	size_t count = length / CODE_BYTES;
	pmix_status_t *codes = malloc(count * sizeof *codes);
	for (size_t i = 0; i < count; i++)
		codes[i] = -10000 - (pmix_status_t) (number * count + i);
	pmix_status_t status = PMIx_Register_event_handler(codes, count, NULL, 0, no_event, NULL, NULL);
	free(codes);
	return status >= 0 ? PMIX_SUCCESS : status;
}

static pmix_status_t publish(int number)
{
	pmix_info_t info;
	pmix_byte_object_t object = {.bytes = text, .size = length};
	char key[32];
	snprintf(key, sizeof key, "flood.%d", number);
	PMIX_INFO_LOAD(&info, key, &object, PMIX_BYTE_OBJECT);
	pmix_status_t status = PMIx_Publish(&info, 1);
	PMIX_INFO_DESTRUCT(&info);
	return status;
}

static pmix_status_t define_set(int number)
{
	pmix_info_t info;
	snprintf(text, length, "set%07d", number);
	text[10] = 'x';
	PMIX_INFO_LOAD(&info, PMIX_JOB_CTRL_DEFINE_PSET, text, PMIX_STRING);
	pmix_info_t *results = NULL;
	size_t count = 0;
	pmix_status_t status = PMIx_Job_control(&peer_me, 1, &info, 1, &results, &count);
	PMIX_INFO_DESTRUCT(&info);
	return status == PMIX_OPERATION_SUCCEEDED ? PMIX_SUCCESS : status;
}

static const struct {
	const char *name;
	pmix_status_t (*send)(int number);
} kinds[] = {{"commit", commit}, {"notify", notify}, {"register", register_codes}, {"publish", publish}, {"pset", define_set}};

static void flood(const char *kind, int count, const char *wanted)
{
	int accepted = 0, refused = 0;
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
		for (int i = 0; strcmp(kinds[k].name, kind) == 0 && i < count; i++) {
			pmix_status_t status = kinds[k].send(i);
			accepted += status == PMIX_SUCCESS;
			bool refusal = status == PMIX_ERR_OUT_OF_RESOURCE || status == PMIX_ERR_SERVER_FAILED_REQUEST;
			refused += refusal;
			if (status != PMIX_SUCCESS && !refusal && !expect(kind, status, PMIX_ERR_OUT_OF_RESOURCE))
				return;
		}
	check(accepted + refused == count, kind, "%d accepted and %d refused of %d", accepted, refused, count);
	if (strcmp(wanted, "all") == 0)
		check(refused == 0, kind, "%d of %d refused", refused, count);
	else if (strcmp(wanted, "some") == 0)
		check(accepted > 0 && refused > 0, kind, "%d of %d refused", refused, count);
	printf("flood of %s: %d accepted, %d refused\n", kind, accepted, refused);
}

int main(int argc, char **argv)
{
	const char *kind = argc > 1 ? argv[1] : "commit";
	length = (size_t) peer_argument(argc, argv, 2, 1024) * 1024;
	int count = peer_argument(argc, argv, 3, 100);
	text = malloc(length + 1);
	memset(text, 'x', length);
	text[length] = '\0';
	peer_init("pmix_flood");
	if (peer_me.rank == 0) {
		// so that zlib cannot shorten it
		if (strcmp(kind, "notify") == 0)
			for (size_t i = 0; i < length; i++)
				text[i] = (char) ('!' + rand() % 90);
		peer_step("flood");
		flood(kind, count, argc > 4 ? argv[4] : "some");
	} else {
		uint32_t mine = 100 + peer_me.rank;
		peer_put(PMIX_GLOBAL, "small", &mine, PMIX_UINT32);
		expect("PMIx_Commit", PMIx_Commit(), PMIX_SUCCESS);
	}
	peer_fence("fence after the flood", false);
	for (uint32_t rank = 1; rank < peer_size; rank++)
		check(peer_get_number(rank, "small") == 100 + rank, "small", "value of rank %u", rank);
	peer_fence("last fence", false);
	free(text);
	return peer_finalize("%s", kind);
}
