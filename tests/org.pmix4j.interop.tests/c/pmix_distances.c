// SPDX-License-Identifier: EPL-2.0
// Asks the server for the distance of a device, as the library does if it does not find the device itself.
//
// usage: pmix_distances XML-FILE
// The file describes a machine. libpmix can send no location, and only a topology other than its own.

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

int main(int argc, char **argv)
{
	if (argc != 2)
		return EXIT_FAILURE;
	peer_init("pmix_distances");
	pmix_topology_t topology = {.source = "hwloc", .topology = hwloc_peer_load(argv[1])};
	if (check(topology.topology != NULL, "hardware", "not read")) {
		peer_step("PMIx_Compute_distances");
		ask(&topology, PMIX_DEVTYPE_GPU, "no GPU");
		ask(&topology, PMIX_DEVTYPE_NETWORK, "no interface");
	}
	return peer_finalize("%s", "");
}
