// SPDX-License-Identifier: EPL-2.0
// Prints what hwloc finds on this machine or in an XML file: type, number and processors of each object, and each device with the pieces
// around it.
//
// usage: hwloc_tree [XML-FILE]
// Environment: HWLOC_FSROOT, the parent of the sys and proc that hwloc reads.
// The library is opened at run time, because the PMIx peers are not linked with it.

#include <dlfcn.h>
#include <hwloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTION(name) __typeof__(&name) call_##name = (__typeof__(&name)) dlsym(library, #name)

// The pieces around a device, from the inside out, to the first with processors.
static void print_around(hwloc_obj_t device)
{
	for (hwloc_obj_t outer = device->parent; outer != NULL; outer = outer->parent) {
		if (outer->type == HWLOC_OBJ_BRIDGE)
			printf(" behind bridge %d-%d %04x:[%02x-%02x] depth %u", outer->attr->bridge.upstream_type, outer->attr->bridge.downstream_type,
					outer->attr->bridge.downstream.pci.domain, outer->attr->bridge.downstream.pci.secondary_bus,
					outer->attr->bridge.downstream.pci.subordinate_bus, outer->attr->bridge.depth);
		else if (outer->type == HWLOC_OBJ_PCI_DEVICE)
			printf(" on %02x:%02x.%01x", outer->attr->pcidev.bus, outer->attr->pcidev.dev, outer->attr->pcidev.func);
		else {
			printf(" at depth %d number %u\n", outer->depth, outer->logical_index);
			return;
		}
	}
}

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
	FUNCTION(hwloc_topology_set_io_types_filter);
	hwloc_topology_t topology;
	call_hwloc_topology_init(&topology);
	call_hwloc_topology_set_io_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_IMPORTANT);
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
	for (unsigned i = 0; i < call_hwloc_get_nbobjs_by_depth(topology, HWLOC_TYPE_DEPTH_PCI_DEVICE); i++) {
		hwloc_obj_t card = call_hwloc_get_obj_by_depth(topology, HWLOC_TYPE_DEPTH_PCI_DEVICE, i);
		struct hwloc_pcidev_attr_s *pci = &card->attr->pcidev;
		printf("PCIDev %04x:%02x:%02x.%01x %04x %04x:%04x %04x:%04x %02x", pci->domain, pci->bus, pci->dev, pci->func, pci->class_id,
				pci->vendor_id, pci->device_id, pci->subvendor_id, pci->subdevice_id, pci->revision);
		print_around(card);
	}
	for (unsigned i = 0; i < call_hwloc_get_nbobjs_by_depth(topology, HWLOC_TYPE_DEPTH_OS_DEVICE); i++) {
		hwloc_obj_t device = call_hwloc_get_obj_by_depth(topology, HWLOC_TYPE_DEPTH_OS_DEVICE, i);
		printf("OSDev %s %d", device->name, device->attr->osdev.type);
		for (unsigned n = 0; n < device->infos_count; n++)
			if (strcmp(device->infos[n].name, "Address") == 0 || strcmp(device->infos[n].name, "Size") == 0)
				printf(" %s=%s", device->infos[n].name, device->infos[n].value);
		print_around(device);
	}
	return 0;
}
