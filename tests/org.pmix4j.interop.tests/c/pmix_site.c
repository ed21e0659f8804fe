// SPDX-License-Identifier: EPL-2.0
// Reads what a description of the site tells about storage and a fabric: by query, and by registration of the fabric.
//
// usage: pmix_site          expects the storage "scratch" and the fabric "net" with two devices
//        pmix_site --none   expects that nothing is described

#include "pmix_peer.h"

static pmix_info_t *results;
static size_t count;

static pmix_status_t ask(const char *key, const char *qualifier, const char *value)
{
	pmix_query_t query;
	pmix_status_t status;
	PMIX_QUERY_CONSTRUCT(&query);
	PMIX_ARGV_APPEND(status, query.keys, key);
	if (qualifier != NULL) {
		PMIX_QUERY_QUALIFIERS_CREATE(&query, 1);
		PMIX_INFO_LOAD(&query.qualifiers[0], qualifier, value, PMIX_STRING);
	}
	peer_step(key);
	results = NULL;
	count = 0;
	status = PMIx_Query_info(&query, 1, &results, &count);
	PMIX_QUERY_DESTRUCT(&query);
	return status;
}

// Returns the only answer, which must be of that type; NULL with a failed check.
static pmix_value_t *answer(const char *key, const char *qualifier, const char *value, pmix_data_type_t type)
{
	if (!expect(key, ask(key, qualifier, value), PMIX_SUCCESS)
			|| !check(count == 1 && results[0].value.type == type, key, "%zu answers, type %d", count, count == 0 ? 0 : results[0].value.type))
		return NULL;
	return &results[0].value;
}

static void storage(void)
{
	pmix_value_t *found = answer(PMIX_QUERY_STORAGE_LIST, NULL, NULL, PMIX_STRING);
	check(found != NULL && strcmp(found->data.string, "scratch") == 0, "storage list", "another one");
	found = answer(PMIX_STORAGE_CAPACITY_LIMIT, PMIX_STORAGE_ID, "scratch", PMIX_UINT64);
	check(found != NULL && found->data.uint64 == (uint64_t) 10 << 40, "capacity", "another one");
	found = answer(PMIX_STORAGE_MEDIUM, PMIX_STORAGE_PATH, "/scratch", PMIX_STOR_MEDIUM);
	check(found != NULL && found->data.uint64 == (PMIX_STORAGE_MEDIUM_SSD | PMIX_STORAGE_MEDIUM_NVME), "medium", "another one");
	expect("other storage", ask(PMIX_STORAGE_TYPE, PMIX_STORAGE_ID, "tape"), PMIX_ERR_NOT_FOUND);
}

static void fabric_queries(void)
{
	pmix_value_t *found = answer(PMIX_FABRIC_COORDINATES, NULL, NULL, PMIX_DATA_ARRAY);
	if (found != NULL && check(found->data.darray->type == PMIX_GEOMETRY && found->data.darray->size == 2, "coordinates", "no geometries")) {
		pmix_geometry_t *first = found->data.darray->array;
		check(strcmp(first->osname, "mlx0") == 0 && first->ncoords == 1 && first->coordinates[0].dims == 2
				&& first->coordinates[0].coord[1] == 2, "coordinates", "of %s", first->osname);
	}
	found = answer(PMIX_FABRIC_ENDPT, NULL, NULL, PMIX_DATA_ARRAY);
	if (found != NULL && check(found->data.darray->type == PMIX_ENDPOINT && found->data.darray->size == 1, "endpoint", "none")) {
		pmix_endpoint_t *first = found->data.darray->array;
		check(first->endpt.size == 3 && first->endpt.bytes[1] == 0x0b, "endpoint", "%zu bytes", first->endpt.size);
	}
	found = answer(PMIX_FABRIC_DEVICE_MTU, PMIX_FABRIC_DEVICE_NAME, "mlx0", PMIX_SIZE);
	check(found != NULL && found->data.size == 4096, "mtu", "another one");
	found = answer(PMIX_FABRIC_DEVICE, PMIX_FABRIC_DEVICE_NAME, "mlx1", PMIX_DATA_ARRAY);
	if (found != NULL) {
		pmix_info_t *facts = found->data.darray->array;
		check(PMIX_CHECK_KEY(&facts[0], PMIX_FABRIC_DEVICE_NAME), "device", "%s first", facts[0].key);
	}
}

static void registered(void)
{
	pmix_fabric_t fabric;
	pmix_info_t directive;
	bool vendor = false;
	bool costs = false;
	PMIX_FABRIC_CONSTRUCT(&fabric);
	PMIX_INFO_LOAD(&directive, PMIX_FABRIC_IDENTIFIER, "net", PMIX_STRING);
	peer_step("PMIx_Fabric_register");
	expect("register", PMIx_Fabric_register(&fabric, &directive, 1), PMIX_SUCCESS);
	for (size_t i = 0; i < fabric.ninfo; i++) {
		if (PMIX_CHECK_KEY(&fabric.info[i], PMIX_FABRIC_VENDOR))
			vendor = strcmp(fabric.info[i].value.data.string, "acme") == 0;
		else if (PMIX_CHECK_KEY(&fabric.info[i], PMIX_FABRIC_COST_MATRIX))
			costs = fabric.info[i].value.data.darray->size == 4 && ((uint16_t *) fabric.info[i].value.data.darray->array)[1] == 5;
	}
	check(vendor && costs, "register", "%zu infos, vendor %d, costs %d", fabric.ninfo, vendor, costs);
	peer_step("PMIx_Fabric_update");
	expect("update", PMIx_Fabric_update(&fabric), PMIX_SUCCESS);
	check(fabric.ninfo > 0, "update", "no infos");
	expect("deregister", PMIx_Fabric_deregister(&fabric), PMIX_SUCCESS);
}

int main(int argc, char **argv)
{
	peer_init("pmix_site");
	if (argc > 1 && strcmp(argv[1], "--none") == 0) {
		expect("storage", ask(PMIX_QUERY_STORAGE_LIST, NULL, NULL), PMIX_ERR_NOT_FOUND);
		expect("fabric", ask(PMIX_FABRIC_VENDOR, NULL, NULL), PMIX_ERR_NOT_FOUND);
	} else {
		storage();
		fabric_queries();
		registered();
	}
	peer_fence("end", false);
	return peer_finalize("%s", "");
}
