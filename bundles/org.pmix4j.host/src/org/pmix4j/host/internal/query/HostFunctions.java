// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.query;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.pmix4j.host.internal.directive.HonoredDirectives;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.FabricAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.model.attributes.StorageAttributes;
import org.pmix4j.model.attributes.TopologyAttributes;

/** The functions that the local host supports, with the attributes that each honors. Stateless. */
public final class HostFunctions {
	private static final List<String> BEFORE_QUERIES = List.of("PMIx_Fence", "PMIx_Publish", "PMIx_Lookup", "PMIx_Unpublish", "PMIx_Spawn",
			"PMIx_Connect", "PMIx_Disconnect", "PMIx_Job_control", "PMIx_Allocation_request", "PMIx_Session_control", "PMIx_Group_construct",
			"PMIx_Group_destruct");
	private static final List<String> AFTER_QUERIES = List.of("PMIx_Process_monitor", "PMIx_Log", "PMIx_Fabric_register",
			"PMIx_Fabric_update", "PMIx_Get_credential", "PMIx_Validate_credential", "PMIx_IOF_pull", "PMIx_IOF_deregister",
			"PMIx_IOF_push");

	private HostFunctions() {
	}

	/** @return by the name of the function in C, in the order of the standard */
	public static Map<String, List<Attribute<?>>> all() {
		Map<String, List<Attribute<?>>> functions = new LinkedHashMap<>();
		functions.put("PMIx_Abort", List.of());
		for (String function : BEFORE_QUERIES) {
			functions.put(function, HonoredDirectives.of(function));
		}
		functions.put("PMIx_Query_info", Stream.concat(StorageAttributes.all().stream(), Stream.of(
				QueryAttributes.QUERY_SPAWN_SUPPORT, QueryAttributes.QUERY_DEBUG_SUPPORT,
				QueryAttributes.QUERY_NAMESPACES, QueryAttributes.QUERY_NAMESPACE_INFO,
				QueryAttributes.QUERY_PROC_TABLE, QueryAttributes.QUERY_LOCAL_PROC_TABLE, QueryAttributes.QUERY_JOB_STATUS,
				QueryAttributes.QUERY_AVAILABLE_SLOTS, QueryAttributes.QUERY_ALLOCATION, QueryAttributes.QUERY_ALLOC_STATUS,
				QueryAttributes.QUERY_ALLOC_IDS, QueryAttributes.QUERY_ALLOC_PROPERTIES, QueryAttributes.QUERY_MIN_ALLOC_UNIT,
				QueryAttributes.QUERY_RES_BLOCKS, QueryAttributes.QUERY_RES_BLOCK_DEF, QueryAttributes.RESOURCE_BLOCK_NAME,
				AllocAttributes.TIME_REMAINING, AllocAttributes.ALLOC_ID, AllocAttributes.ALLOC_REQ_ID, AllocAttributes.ALLOC_PROPERTY,
				SessionAttributes.SESSION_ID, JobAttributes.NUM_SLOTS, TopologyAttributes.HWLOC_XML_V2,
				QueryAttributes.QUERY_MEMORY_USAGE, QueryAttributes.QUERY_PROC_RESOURCE_USAGE,
				QueryAttributes.QUERY_NODE_RESOURCE_USAGE, NodeAttributes.HOSTNAME, NodeAttributes.NODEID, ProcAttributes.PROC_STATE_STATUS,
				ProcAttributes.PROC_PID, ProcAttributes.EXIT_CODE, JobAttributes.NSPACE, ProcAttributes.PROCID, ProcAttributes.RANK,
				FabricAttributes.FABRIC_DEVICES, FabricAttributes.FABRIC_DEVICE, FabricAttributes.FABRIC_COORDINATES,
				FabricAttributes.FABRIC_ENDPT)).<Attribute<?>>map(attribute -> attribute).toList());
		for (String function : AFTER_QUERIES) {
			functions.put(function, HonoredDirectives.of(function));
		}
		return functions;
	}
}
