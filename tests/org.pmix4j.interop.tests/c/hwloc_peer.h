// SPDX-License-Identifier: EPL-2.0
// Topologies from a file, for peers that ask about hardware. hwloc is opened at run time, because the PMIx peers are not linked with it.
#ifndef HWLOC_PEER_H
#define HWLOC_PEER_H

#include <dlfcn.h>
#include <hwloc.h>
#include <stddef.h>

#define HWLOC_FUNCTION(name) __typeof__(&name) call_##name = (__typeof__(&name)) dlsym(library, #name)

// Returns NULL if there is no hwloc, or it cannot read the file.
static inline hwloc_topology_t hwloc_peer_load(const char *xml)
{
	void *library = dlopen("libhwloc.so.15", RTLD_NOW);
	if (library == NULL)
		return NULL;
	HWLOC_FUNCTION(hwloc_topology_init);
	HWLOC_FUNCTION(hwloc_topology_set_xml);
	HWLOC_FUNCTION(hwloc_topology_set_io_types_filter);
	HWLOC_FUNCTION(hwloc_topology_load);
	hwloc_topology_t loaded;
	call_hwloc_topology_init(&loaded);
	call_hwloc_topology_set_io_types_filter(loaded, HWLOC_TYPE_FILTER_KEEP_IMPORTANT);
	if (call_hwloc_topology_set_xml(loaded, xml) != 0 || call_hwloc_topology_load(loaded) != 0)
		return NULL;
	return loaded;
}

#endif
