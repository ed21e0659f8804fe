// SPDX-License-Identifier: EPL-2.0
// Every rank publishes, looks up the data of the others, waits for data that are published later, and unpublishes its own.
//
// usage: pmix_publish [--standard]
//   --standard  also what the standard asks and mpirun 4.1.4 does not do: several keys at once, a key is unique in its range, ranges,
//               persistence and users are honored, a lookup that waits has a limit, a key list of NULL removes all
//
// Known: mpirun 4.1.4 passes without the option. All programs of libpmix 4.2 lose what was found unless the status is SUCCESS.

#include "pmix_peer.h"

static char key_of_rank[64];

static const char *key(const char *what, pmix_rank_t rank)
{
	snprintf(key_of_rank, sizeof key_of_rank, "interop.%s.%u", what, rank);
	return key_of_rank;
}

static pmix_status_t publish(const char *name, const char *text, const pmix_info_t *more, size_t count)
{
	pmix_info_t infos[4];
	PMIX_INFO_LOAD(&infos[0], name, text, PMIX_STRING);
	for (size_t i = 0; i < count; i++)
		PMIX_INFO_XFER(&infos[i + 1], &more[i]);
	pmix_status_t status = PMIx_Publish(infos, count + 1);
	for (size_t i = 0; i <= count; i++)
		PMIX_INFO_DESTRUCT(&infos[i]);
	return status;
}

// Returns the text that was found, to be freed; NULL if none.
static char *lookup(const char *name, const pmix_info_t *infos, size_t count, pmix_status_t *status, pmix_proc_t *publisher)
{
	pmix_pdata_t data;
	char *text = NULL;
	PMIX_PDATA_CONSTRUCT(&data);
	PMIX_LOAD_KEY(data.key, name);
	*status = PMIx_Lookup(&data, 1, infos, count);
	if (*status == PMIX_SUCCESS && data.value.type == PMIX_STRING && data.value.data.string != NULL)
		text = strdup(data.value.data.string);
	if (publisher != NULL)
		*publisher = data.proc;
	PMIX_PDATA_DESTRUCT(&data);
	return text;
}

static void expect_text(const char *name, const char *wanted)
{
	pmix_status_t status;
	pmix_proc_t publisher;
	char *text = lookup(name, NULL, 0, &status, &publisher);
	if (expect(name, status, PMIX_SUCCESS)) {
		check(text != NULL && strcmp(text, wanted) == 0, name, "%s instead of %s", text == NULL ? "no text" : text, wanted);
		check(PMIX_CHECK_NSPACE(publisher.nspace, peer_me.nspace), name, "published by %s", publisher.nspace);
	}
	free(text);
}

static void expect_none(const char *name, pmix_status_t wanted)
{
	pmix_status_t status;
	free(lookup(name, NULL, 0, &status, NULL));
	expect(name, status, wanted);
}

static pmix_status_t unpublish(const char *name)
{
	char *names[] = {strdup(name), NULL};
	pmix_status_t status = PMIx_Unpublish(names, NULL, 0);
	free(names[0]);
	return status;
}

static void of_all_ranks(void)
{
	char text[64];
	peer_step("publish");
	snprintf(text, sizeof text, "port of %u", peer_me.rank);
	expect("publish", publish(key("port", peer_me.rank), text, NULL, 0), PMIX_SUCCESS);
	peer_fence("fence after publish", false);
	peer_step("lookup");
	for (pmix_rank_t rank = 0; rank < peer_size; rank++) {
		snprintf(text, sizeof text, "port of %u", rank);
		expect_text(key("port", rank), text);
	}
	expect_none("interop.nobody", PMIX_ERR_NOT_FOUND);
	peer_fence("fence after lookup", false);
	peer_step("unpublish");
	expect("unpublish", unpublish(key("port", peer_me.rank)), PMIX_SUCCESS);
	peer_fence("fence after unpublish", false);
	expect_none(key("port", (peer_me.rank + 1) % peer_size), PMIX_ERR_NOT_FOUND);
}

// The last rank publishes the data for which rank 0 is already waiting.
static void of_one_that_waits(void)
{
	pmix_info_t wait;
	peer_flag(&wait, PMIX_WAIT);
	peer_fence("fence before wait", false);
	peer_step("wait");
	if (peer_me.rank == peer_size - 1 && peer_size > 1) {
		usleep(200000);
		expect("publish", publish("interop.later", "at last", NULL, 0), PMIX_SUCCESS);
	} else if (peer_me.rank == 0 && peer_size > 1) {
		pmix_status_t status;
		char *text = lookup("interop.later", &wait, 1, &status, NULL);
		if (expect("wait", status, PMIX_SUCCESS))
			check(text != NULL && strcmp(text, "at last") == 0, "wait", "%s", text == NULL ? "no text" : text);
		free(text);
	}
	peer_fence("fence after wait", false);
}

static void several_keys(void)
{
	pmix_pdata_t data[3];
	char *names[] = {strdup("interop.a"), strdup("interop.b"), strdup("interop.c")};
	uint32_t number = 42;
	pmix_info_t infos[2];
	PMIX_INFO_LOAD(&infos[0], names[0], "first", PMIX_STRING);
	PMIX_INFO_LOAD(&infos[1], names[1], &number, PMIX_UINT32);
	peer_step("several keys");
	expect("publish two", PMIx_Publish(infos, 2), PMIX_SUCCESS);
	for (int i = 0; i < 3; i++) {
		PMIX_PDATA_CONSTRUCT(&data[i]);
		PMIX_LOAD_KEY(data[i].key, names[i]);
	}
	expect("lookup three, two there", PMIx_Lookup(data, 3, NULL, 0), PMIX_SUCCESS);
	check(data[0].value.type == PMIX_STRING && strcmp(data[0].value.data.string, "first") == 0, "several", "first key");
	check(data[1].value.type == PMIX_UINT32 && data[1].value.data.uint32 == number, "several", "second key");
	check(data[2].value.type == PMIX_UNDEF, "several", "third key has type %d", data[2].value.type);
	char *all[] = {names[0], names[1], NULL};
	expect("unpublish two", PMIx_Unpublish(all, NULL, 0), PMIX_SUCCESS);
	expect_none(names[0], PMIX_ERR_NOT_FOUND);
	for (int i = 0; i < 3; i++) {
		PMIX_PDATA_DESTRUCT(&data[i]);
		free(names[i]);
	}
}

static void ranges(void)
{
	pmix_info_t range;
	pmix_data_range_t own = PMIX_RANGE_PROC_LOCAL;
	pmix_data_range_t job = PMIX_RANGE_NAMESPACE;
	peer_step("ranges");
	PMIX_INFO_LOAD(&range, PMIX_RANGE, &own, PMIX_DATA_RANGE);
	expect("publish for myself", publish(key("own", peer_me.rank), "own", &range, 1), PMIX_SUCCESS);
	expect("the same key in the range of each", publish("interop.own", "mine", &range, 1), PMIX_SUCCESS);
	PMIX_INFO_LOAD(&range, PMIX_RANGE, &job, PMIX_DATA_RANGE);
	expect("publish for the job", publish(key("job", peer_me.rank), "job", &range, 1), PMIX_SUCCESS);
	expect("publish again", publish(key("job", peer_me.rank), "other", &range, 1), PMIX_ERR_DUPLICATE_KEY);
	peer_fence("fence after ranges", false);
	expect_text("interop.own", "mine");
	expect_text(key("own", peer_me.rank), "own");
	expect_text(key("job", (peer_me.rank + 1) % peer_size), "job");
	if (peer_size > 1)
		expect_none(key("own", (peer_me.rank + 1) % peer_size), PMIX_ERR_NOT_FOUND);
	peer_fence("fence after ranges were read", false);
	expect("unpublish all", PMIx_Unpublish(NULL, NULL, 0), PMIX_SUCCESS);
	expect_none("interop.own", PMIX_ERR_NOT_FOUND);
}

static void first_read(void)
{
	pmix_info_t persistence;
	pmix_persistence_t once = PMIX_PERSIST_FIRST_READ;
	peer_step("first read");
	PMIX_INFO_LOAD(&persistence, PMIX_PERSISTENCE, &once, PMIX_PERSIST);
	expect("publish once", publish("interop.once", "once", &persistence, 1), PMIX_SUCCESS);
	expect_text("interop.once", "once");
	expect_none("interop.once", PMIX_ERR_NOT_FOUND);
}

static void other_users(void)
{
	pmix_info_t infos[1];
	pmix_data_array_t users;
	uint32_t nobody = 65534;
	peer_step("other users");
	users.type = PMIX_UINT32;
	users.size = 1;
	users.array = &nobody;
	PMIX_INFO_LOAD(&infos[0], PMIX_ACCESS_USERIDS, &users, PMIX_DATA_ARRAY);
	expect("publish for others", publish("interop.others", "not for us", infos, 1), PMIX_SUCCESS);
	expect_none("interop.others", PMIX_ERR_NO_PERMISSIONS);
	PMIX_INFO_DESTRUCT(&infos[0]);
}

static void limit(void)
{
	pmix_info_t infos[2];
	pmix_status_t status;
	peer_step("limit");
	peer_flag(&infos[0], PMIX_WAIT);
	peer_seconds(&infos[1], PMIX_TIMEOUT, 1);
	double start = peer_now_us();
	free(lookup("interop.never", infos, 2, &status, NULL));
	double seconds = (peer_now_us() - start) / 1e6;
	expect("limit", status, PMIX_ERR_TIMEOUT);
	// the time limit of the call is no limit of a busy machine
	check(seconds > 0.9 && seconds * 1000 < PEER_HANG_MS, "limit", "took %.1f s", seconds);
}

int main(int argc, char **argv)
{
	bool standard = argc > 1 && strcmp(argv[1], "--standard") == 0;
	peer_init("pmix_publish");
	of_all_ranks();
	of_one_that_waits();
	if (standard) {
		ranges();
		if (peer_me.rank == 0) {
			several_keys();
			first_read();
			other_users();
			limit();
		}
	}
	peer_fence("last fence", false);
	return peer_finalize("%s", standard ? "standard" : "");
}
