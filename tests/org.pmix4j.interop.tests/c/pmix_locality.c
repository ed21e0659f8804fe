// SPDX-License-Identifier: EPL-2.0
// Answers questions about hardware with libpmix: locality strings, relative localities, device distances.
//
// usage: pmix_locality XML-FILE < QUESTIONS
// Each question is a line, and so is its answer:
//   locality CPUS             the locality string, or nothing
//   shared WORDS WORDS        the relative locality as a number
//   distances CPUS TYPE ID    uuid/name/type/min/max of each device, or its status; type 0 is any, the id - is any

#include "hwloc_peer.h"
#include "peer.h"

#include <pmix_server.h>

static pmix_topology_t topology = {.source = "hwloc"};

static pmix_cpuset_t cpuset(const char *list)
{
	char text[4096];
	snprintf(text, sizeof text, "hwloc:%s", list);
	pmix_cpuset_t set = {NULL, NULL};
	PMIx_Parse_cpuset_string(text, &set);
	return set;
}

static void locality(const char *list)
{
	pmix_cpuset_t set = cpuset(list);
	char *text = NULL;
	PMIx_server_generate_locality_string(&set, &text);
	printf("%s\n", text == NULL ? "" : text);
}

// The library returns the relative locality together with an error status.
static void shared(const char *one, const char *other)
{
	pmix_locality_t what = 0;
	PMIx_Get_relative_locality(one, other, &what);
	printf("%d\n", what);
}

static void distances(const char *list, unsigned long type, char *id)
{
	pmix_cpuset_t set = cpuset(list);
	pmix_info_t infos[2];
	size_t count = 0;
	pmix_device_type_t types = type;
	if (type != 0)
		PMIX_INFO_LOAD(&infos[count++], PMIX_DEVICE_TYPE, &types, PMIX_DEVTYPE);
	if (strcmp(id, "-") != 0)
		PMIX_INFO_LOAD(&infos[count++], PMIX_DEVICE_ID, id, PMIX_STRING);
	pmix_device_distance_t *found = NULL;
	size_t number = 0;
	pmix_status_t status = PMIx_Compute_distances(&topology, &set, count == 0 ? NULL : infos, count, &found, &number);
	if (status != PMIX_SUCCESS)
		printf("none");
	for (size_t i = 0; status == PMIX_SUCCESS && i < number; i++)
		printf("%s%s/%s/%lu/%u/%u", i == 0 ? "" : " ", found[i].uuid, found[i].osname, (unsigned long) found[i].type, found[i].mindist,
				found[i].maxdist);
	printf("\n");
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	topology.topology = hwloc_peer_load(argv[1]);
	if (topology.topology == NULL)
		return 77;
	pmix_info_t infos[2];
	pmix_server_module_t module = {0};
	PMIX_INFO_LOAD(&infos[0], PMIX_TOPOLOGY2, &topology, PMIX_TOPO);
	// PMIX_INFO_LOAD would copy the topology by functions that need the library's own hwloc
	infos[0].value.data.topo = &topology;
	PMIX_INFO_LOAD(&infos[1], PMIX_HOSTNAME, "here", PMIX_STRING);
	if (PMIx_server_init(&module, infos, 2) != PMIX_SUCCESS)
		return 3;
	char line[8192];
	while (fgets(line, sizeof line, stdin) != NULL) {
		char *words[4] = {"", "", "", ""};
		int count = 0;
		for (char *word = strtok(line, " \n"); word != NULL && count < 4; word = strtok(NULL, " \n"))
			words[count++] = word;
		if (strcmp(words[0], "locality") == 0)
			locality(words[1]);
		else if (strcmp(words[0], "shared") == 0)
			shared(words[1], words[2]);
		else
			distances(words[1], strtoul(words[2], NULL, 10), words[3]);
	}
	fflush(stdout);
	_Exit(0);
}
