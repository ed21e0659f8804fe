// SPDX-License-Identifier: EPL-2.0
// Calls the functions of Slurm's libpmi2, the client library of PMI-2 that other libraries are linked with.
//
// usage: pmi2_calls                 all calls but those below
//        pmi2_calls spawn           rank 0 spawns two processes, connects to their job and reads their values
//        pmi2_calls child           is spawned
//        pmi2_calls ring               prints what PMIX_Ring gives each rank, for values with blanks and an empty one
//        pmi2_calls abort RANK      that rank aborts, the others wait in a fence

#include "peer.h"

#include <slurm/pmi2.h>

// of Slurm's library, but not of its header
extern int PMIX_Ring(const char value[], int *rank, int *ranks, char left[], char right[], int maxvalue);

enum { POLL_US = 20000, POLLS = 1500 };

static char job[PMI2_MAX_VALLEN];
static int size;

static void put(const char *key, const char *value)
{
	int result = PMI2_KVS_Put(key, value);
	check(result == PMI2_SUCCESS, "PMI2_KVS_Put", "%s: %d", key, result);
}

static void fence(void)
{
	peer_step("PMI2_KVS_Fence");
	int result = PMI2_KVS_Fence();
	check(result == PMI2_SUCCESS, "PMI2_KVS_Fence", "%d", result);
}

static void get(const char *of, const char *key, const char *expected)
{
	char value[PMI2_MAX_VALLEN] = "";
	int length = 0;
	peer_step("PMI2_KVS_Get");
	int result = PMI2_KVS_Get(of, PMI2_ID_NULL, key, value, sizeof value, &length);
	check(result == PMI2_SUCCESS && strcmp(value, expected) == 0 && length == (int) strlen(expected), "PMI2_KVS_Get",
			"%s of %s: %d, '%s' instead of '%s'", key, of, result, value, expected);
}

static void attributes(void)
{
	char value[PMI2_MAX_ATTRVALUE] = "";
	char expected[64];
	int found = 0;
	int result = PMI2_Info_GetJobAttr("PMI_process_mapping", value, sizeof value, &found);
	snprintf(expected, sizeof expected, "(vector,(0,1,%d))", size);
	check(result == PMI2_SUCCESS && found && strcmp(value, expected) == 0, "PMI2_Info_GetJobAttr", "%d, %d, '%s'", result, found, value);
	result = PMI2_Info_GetJobAttr("no such attribute", value, sizeof value, &found);
	check(result == PMI2_SUCCESS && !found, "PMI2_Info_GetJobAttr of nothing", "%d, %d", result, found);
	if (peer_rank == 0) {
		result = PMI2_Info_PutNodeAttr("of the node", "17");
		check(result == PMI2_SUCCESS, "PMI2_Info_PutNodeAttr", "%d", result);
	}
	peer_step("PMI2_Info_GetNodeAttr");
	result = PMI2_Info_GetNodeAttr("of the node", value, sizeof value, &found, 1);
	check(result == PMI2_SUCCESS && found && strcmp(value, "17") == 0, "PMI2_Info_GetNodeAttr", "%d, %d, '%s'", result, found, value);
}

static void names(void)
{
	char port[PMI2_MAX_VALLEN] = "";
	if (peer_rank == 0) {
		int result = PMI2_Nameserv_publish("a name", NULL, "a port; with = signs");
		check(result == PMI2_SUCCESS, "PMI2_Nameserv_publish", "%d", result);
	}
	fence();
	int result = PMI2_Nameserv_lookup("a name", NULL, port, sizeof port);
	check(result == PMI2_SUCCESS && strcmp(port, "a port; with = signs") == 0, "PMI2_Nameserv_lookup", "%d, '%s'", result, port);
	fence();
	if (peer_rank == 0) {
		result = PMI2_Nameserv_unpublish("a name", NULL);
		check(result == PMI2_SUCCESS, "PMI2_Nameserv_unpublish", "%d", result);
	}
	fence();
	result = PMI2_Nameserv_lookup("a name", NULL, port, sizeof port);
	check(result != PMI2_SUCCESS, "PMI2_Nameserv_lookup afterwards", "found '%s'", port);
}

// The place in the ring is the rank if each node has consecutive ranks.
static void ring(int round)
{
	char value[64];
	char before[64];
	char after[64];
	char left[PMI2_MAX_VALLEN] = "";
	char right[PMI2_MAX_VALLEN] = "";
	int place = -1;
	int places = -1;
	int rank = (int) peer_rank;
	snprintf(value, sizeof value, "ring %d; of = %d", round, rank);
	snprintf(before, sizeof before, "ring %d; of = %d", round, (rank + size - 1) % size);
	snprintf(after, sizeof after, "ring %d; of = %d", round, (rank + 1) % size);
	peer_step("PMIX_Ring");
	int result = PMIX_Ring(value, &place, &places, left, right, sizeof left);
	check(result == PMI2_SUCCESS && place == rank && places == size && strcmp(left, before) == 0 && strcmp(right, after) == 0, "PMIX_Ring",
			"%d, place %d of %d, '%s' instead of '%s', '%s' instead of '%s'", result, place, places, left, before, right, after);
}

// Two values: a text, and in the second round nothing at all.
static void print_ring(void)
{
	for (int round = 0; round < 2; round++) {
		char value[64] = "";
		char left[PMI2_MAX_VALLEN] = "";
		char right[PMI2_MAX_VALLEN] = "";
		int place = -1;
		int places = -1;
		if (round == 0)
			snprintf(value, sizeof value, "a b=%u", peer_rank);
		peer_step("PMIX_Ring");
		int result = PMIX_Ring(value, &place, &places, left, right, sizeof left);
		printf("ring %d rank %u: result %d, place %d of %d, left '%s', right '%s'\n", round, peer_rank, result, place, places, left, right);
	}
	fflush(stdout);
}

static void all_calls(void)
{
	char key[64];
	char value[PMI2_MAX_VALLEN];
	for (int round = 0; round < 3; round++) {
		snprintf(key, sizeof key, "key-%d-%u", round, peer_rank);
		snprintf(value, sizeof value, "a;b;;c=%d %u;", round, peer_rank);
		put(key, value);
		fence();
		for (int other = 0; other < size; other++) {
			snprintf(key, sizeof key, "key-%d-%d", round, other);
			snprintf(value, sizeof value, "a;b;;c=%d %d;", round, other);
			get(job, key, value);
		}
	}
	attributes();
	names();
	ring(0);
	ring(1);
	int result = PMI2_Job_Disconnect("no such job");
	check(result != PMI2_SUCCESS, "PMI2_Job_Disconnect from nothing", "succeeded");
	result = PMI2_Job_Connect("no such job", NULL);
	check(result != PMI2_SUCCESS, "PMI2_Job_Connect to nothing", "succeeded");
}

// A value appears some time after its job.
static void await(const char *of, const char *key, const char *expected)
{
	char value[PMI2_MAX_VALLEN] = "";
	int length = 0;
	peer_step("the value of another job");
	for (int poll = 0; poll < POLLS && PMI2_KVS_Get(of, PMI2_ID_NULL, key, value, sizeof value, &length) != PMI2_SUCCESS; poll++)
		usleep(POLL_US);
	check(strcmp(value, expected) == 0, "value of another job", "%s of %s: '%s' instead of '%s'", key, of, value, expected);
}

static void spawn(char *self)
{
	const char *command = self;
	int argument_count = 1;
	const char *child = "child";
	const char **arguments = &child;
	int processes = 2;
	int info_count = 0;
	const struct MPID_Info *infos = NULL;
	struct MPID_Info preput = {.key = "parent", .value = job};
	const struct MPID_Info *preputs = &preput;
	char spawned[PMI2_MAX_VALLEN] = "";
	int errors[2] = {-1, -1};
	peer_step("PMI2_Job_Spawn");
	int result = PMI2_Job_Spawn(1, &command, &argument_count, &arguments, &processes, &info_count, &infos, 1, &preputs, spawned,
			sizeof spawned, errors);
	check(result == PMI2_SUCCESS && errors[0] == 0 && errors[1] == 0, "PMI2_Job_Spawn", "%d, %d, %d", result, errors[0], errors[1]);
	result = PMI2_Job_Connect(spawned, NULL);
	check(result == PMI2_SUCCESS, "PMI2_Job_Connect", "%s: %d", spawned, result);
	await(spawned, "of child 0", "here 0");
	await(spawned, "of child 1", "here 1");
	put("of parent", "seen");
	await(spawned, "last word", "bye");
	result = PMI2_Job_Disconnect(spawned);
	check(result == PMI2_SUCCESS, "PMI2_Job_Disconnect", "%d", result);
}

static void be_child(int spawned)
{
	char parent[PMI2_MAX_VALLEN] = "";
	char key[64];
	char value[64];
	int length = 0;
	check(spawned, "spawned", "no");
	int result = PMI2_KVS_Get(job, PMI2_ID_NULL, "parent", parent, sizeof parent, &length);
	check(result == PMI2_SUCCESS, "PMI2_KVS_Get of parent", "%d", result);
	snprintf(key, sizeof key, "of child %u", peer_rank);
	snprintf(value, sizeof value, "here %u", peer_rank);
	put(key, value);
	result = PMI2_Job_Connect(parent, NULL);
	check(result == PMI2_SUCCESS, "PMI2_Job_Connect to parent", "%s: %d", parent, result);
	await(parent, "of parent", "seen");
	fence();
	put("last word", "bye");
	// the values of a job go with its end, so it stays until the parent has read them and disconnects
	int read = PMI2_SUCCESS;
	peer_step("the end of the connection");
	for (int poll = 0; poll < POLLS && read == PMI2_SUCCESS; poll++) {
		usleep(POLL_US);
		read = PMI2_KVS_Get(parent, PMI2_ID_NULL, "of parent", value, sizeof value, &length);
	}
	check(read != PMI2_SUCCESS, "PMI2_KVS_Get of a disconnected job", "succeeded");
}

__attribute__((format(printf, 1, 2)))
static int finish(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	int code = peer_summary((unsigned) size, format, arguments);
	va_end(arguments);
	return code;
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";
	int spawned = -1;
	int rank = -1;
	int program = -1;
	peer_start("pmi2_calls");
	peer_step("PMI2_Init");
	int result = PMI2_Init(&spawned, &size, &rank, &program);
	if (!check(result == PMI2_SUCCESS, "PMI2_Init", "%d", result))
		return 1;
	peer_rank = (unsigned) rank;
	result = PMI2_Job_GetId(job, sizeof job);
	if (size > 1 || strcmp(mode, "") != 0)
		check(result == PMI2_SUCCESS, "PMI2_Job_GetId", "%d", result);
	if (strcmp(mode, "abort") == 0) {
		if (rank == atoi(argv[2]))
			PMI2_Abort(1, "as told");
		fence();
	} else if (strcmp(mode, "spawn") == 0) {
		if (rank == 0)
			spawn(peer_self(argv));
		fence();
	} else if (strcmp(mode, "ring") == 0) {
		print_ring();
	} else if (strcmp(mode, "child") == 0) {
		be_child(spawned);
	} else {
		all_calls();
	}
	peer_step("PMI2_Finalize");
	result = PMI2_Finalize();
	check(result == PMI2_SUCCESS, "PMI2_Finalize", "%d", result);
	return finish("%s", strcmp(mode, "child") == 0 ? "child" : "");
}
