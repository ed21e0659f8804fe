// SPDX-License-Identifier: EPL-2.0
// Asks the server for the distance of a device, as the library does if it does not find the device itself.
//
// usage: pmix_distances [XML-FILE]
// The file describes a machine. libpmix can send no location, and only a topology other than its own.
// Without a file, computes the distances from this process to all devices of this machine in the library, from the topology that the
// server has shared, and prints them.

#include "hwloc_peer.h"
#include "pmix_peer.h"

static void ask(pmix_topology_t *topology, pmix_device_type_t type, const char *name)
{
	pmix_cpuset_t place = {NULL, NULL};
	char none[] = "hwloc:";
	pmix_info_t infos[2];
	pmix_device_distance_t *found = NULL;
	size_t number = 0;
	expect("parse the cpuset", PMIx_Parse_cpuset_string(none, &place), PMIX_SUCCESS);
	PMIX_INFO_LOAD(&infos[0], PMIX_DEVICE_TYPE, &type, PMIX_DEVTYPE);
	PMIX_INFO_LOAD(&infos[1], PMIX_DEVICE_ID, name, PMIX_STRING);
	expect(name, PMIx_Compute_distances(topology, &place, infos, 2, &found, &number), PMIX_ERR_NOT_FOUND);
	check(number == 0, name, "%zu devices", number);
}

static void compute(void)
{
	pmix_device_distance_t *found = NULL;
	size_t number = 0;
	pmix_status_t status = PMIx_Compute_distances(NULL, NULL, NULL, 0, &found, &number);
	printf("distances: %s", PMIx_Error_string(status));
	for (size_t i = 0; i < number; i++)
		printf(" %s %s %llx %u-%u", found[i].uuid, found[i].osname, (unsigned long long) found[i].type, found[i].mindist, found[i].maxdist);
	printf("\n");
}

int main(int argc, char **argv)
{
	peer_init("pmix_distances");
	if (argc != 2) {
		peer_fence("PMIx_Fence", false);
		compute();
		return peer_finalize("%s", "");
	}
	pmix_topology_t topology = {.source = "hwloc", .topology = hwloc_peer_load(argv[1])};
	if (check(topology.topology != NULL, "hardware", "not read")) {
		peer_step("PMIx_Compute_distances");
		ask(&topology, PMIX_DEVTYPE_GPU, "no GPU");
		ask(&topology, PMIX_DEVTYPE_NETWORK, "no interface");
	}
	return peer_finalize("%s", "");
}
