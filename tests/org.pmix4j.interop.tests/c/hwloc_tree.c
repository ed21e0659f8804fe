// SPDX-License-Identifier: EPL-2.0
// Prints what hwloc finds on this machine or in an XML file: type, number and processors of each object.
//
// usage: hwloc_tree [XML-FILE]
// Environment: HWLOC_FSROOT, the parent of the sys and proc that hwloc reads.
// The library is opened at run time, because the PMIx peers are not linked with it.

#include <dlfcn.h>
#include <hwloc.h>
#include <stdio.h>
#include <stdlib.h>

#define FUNCTION(name) __typeof__(&name) call_##name = (__typeof__(&name)) dlsym(library, #name)

int main(int argc, char **argv)
{
	void *library = dlopen("libhwloc.so.15", RTLD_NOW);
	if (library == NULL) {
		fprintf(stderr, "hwloc_tree: %s\n", dlerror());
		return 77;
	}
	FUNCTION(hwloc_topology_init);
	FUNCTION(hwloc_topology_set_xml);
	FUNCTION(hwloc_topology_load);
	FUNCTION(hwloc_topology_get_depth);
	FUNCTION(hwloc_get_nbobjs_by_depth);
	FUNCTION(hwloc_get_obj_by_depth);
	FUNCTION(hwloc_bitmap_asprintf);
	FUNCTION(hwloc_obj_type_string);
	hwloc_topology_t topology;
	call_hwloc_topology_init(&topology);
	if (argc > 1 && call_hwloc_topology_set_xml(topology, argv[1]) != 0)
		return 2;
	if (call_hwloc_topology_load(topology) != 0)
		return 3;
	int levels = call_hwloc_topology_get_depth(topology);
	for (int level = 0; level <= levels; level++) {
		int depth = level < levels ? level : HWLOC_TYPE_DEPTH_NUMANODE;
		for (unsigned i = 0; i < call_hwloc_get_nbobjs_by_depth(topology, depth); i++) {
			hwloc_obj_t object = call_hwloc_get_obj_by_depth(topology, depth, i);
			char *processors;
			char *memory;
			call_hwloc_bitmap_asprintf(&processors, object->cpuset);
			call_hwloc_bitmap_asprintf(&memory, object->nodeset);
			// groups and some caches have no number from the kernel
			printf("%s %d %s %s in %s", call_hwloc_obj_type_string(object->type), (int) object->os_index, processors, memory,
					object->parent != NULL ? call_hwloc_obj_type_string(object->parent->type) : "nothing");
			if (object->type >= HWLOC_OBJ_L1CACHE && object->type <= HWLOC_OBJ_L3CACHE)
				printf(" %lu %u %d %d", (unsigned long) object->attr->cache.size, object->attr->cache.linesize,
						object->attr->cache.associativity, object->attr->cache.type);
			else if (object->type == HWLOC_OBJ_NUMANODE)
				printf(" %lu", (unsigned long) object->attr->numanode.local_memory);
			printf("\n");
			free(processors);
			free(memory);
		}
	}
	return 0;
}
