// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.host;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.LogAttributes;
import org.pmix4j.model.attributes.MonitorAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.PublishAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.model.attributes.SessionAttributes;

/**
 * The functions of clients in C that this client supports, with the attributes that it honors itself. All others are forwarded to the
 * server. Stateless.
 *
 * @see "OpenPMIx src/common/pmix_attributes.c, client_fns"
 */
final class ClientFunctions {
	private static final List<Attribute<?>> GET = List.of(LevelAttributes.SESSION_INFO, SessionAttributes.SESSION_ID,
			LevelAttributes.NODE_INFO, NodeAttributes.HOSTNAME, NodeAttributes.NODEID, LevelAttributes.APP_INFO, AppAttributes.APPNUM,
			KeyValueAttributes.DATA_SCOPE, KeyValueAttributes.OPTIONAL, KeyValueAttributes.IMMEDIATE, KeyValueAttributes.GET_REFRESH_CACHE,
			KeyValueAttributes.TIMEOUT);
	private static final List<Attribute<?>> QUERY = List.of(QueryAttributes.QUERY_ATTRIBUTE_SUPPORT, QueryAttributes.QUERY_AVAIL_SERVERS,
			QueryAttributes.QUERY_STABLE_ABI_VERSION, QueryAttributes.QUERY_PROVISIONAL_ABI_VERSION, QueryAttributes.QUERY_REFRESH_CACHE,
			ProcAttributes.PROCID, JobAttributes.NSPACE, ProcAttributes.RANK);
	private static final List<Attribute<?>> HANDLER = List.of(EventAttributes.EVENT_HDLR_FIRST, EventAttributes.EVENT_HDLR_LAST,
			EventAttributes.EVENT_HDLR_PREPEND, EventAttributes.EVENT_HDLR_APPEND, EventAttributes.EVENT_HDLR_NAME,
			EventAttributes.EVENT_HDLR_FIRST_IN_CATEGORY, EventAttributes.EVENT_HDLR_LAST_IN_CATEGORY, EventAttributes.EVENT_HDLR_BEFORE,
			EventAttributes.EVENT_HDLR_AFTER, PublishAttributes.RANGE, EventAttributes.EVENT_CUSTOM_RANGE,
			EventAttributes.EVENT_AFFECTED_PROC, EventAttributes.EVENT_AFFECTED_PROCS, EventAttributes.EVENT_ONESHOT);
	private static final List<Attribute<?>> NOTIFY = List.of(EventAttributes.EVENT_NON_DEFAULT, EventAttributes.EVENT_CUSTOM_RANGE,
			EventAttributes.EVENT_AFFECTED_PROC, EventAttributes.EVENT_AFFECTED_PROCS);
	private static final List<Attribute<?>> TIMEOUT = List.of(KeyValueAttributes.TIMEOUT);
	/** Functions without attributes. */
	private static final List<String> PLAIN = List.of("PMIx_Init", "PMIx_Initialized", "PMIx_Abort", "PMIx_Store_internal", "PMIx_Put",
			"PMIx_Commit", "PMIx_Spawn", "PMIx_Resolve_peers", "PMIx_Resolve_nodes", "PMIx_Allocation_request", "PMIx_Job_control",
			"PMIx_Session_control", "PMIx_Resource_block", "PMIx_Get_credential", "PMIx_Validate_credential", "PMIx_Group_join",
			"PMIx_Group_leave", "PMIx_Group_destruct", "PMIx_Deregister_event_handler", "PMIx_Fabric_register", "PMIx_Fabric_update",
			"PMIx_Fabric_deregister", "PMIx_Heartbeat", "PMIx_IOF_pull", "PMIx_IOF_deregister", "PMIx_IOF_push");

	private ClientFunctions() {
	}

	/** Returns attributes by the name of the function in C, in the order of the Standard. */
	static Map<String, List<Attribute<?>>> all() {
		Map<String, List<Attribute<?>>> functions = new LinkedHashMap<>();
		functions.put("PMIx_Finalize", List.of(KeyValueAttributes.EMBED_BARRIER));
		functions.put("PMIx_Fence", TIMEOUT);
		functions.put("PMIx_Get", GET);
		functions.put("PMIx_Publish", TIMEOUT);
		functions.put("PMIx_Lookup", TIMEOUT);
		functions.put("PMIx_Unpublish", TIMEOUT);
		functions.put("PMIx_Connect", TIMEOUT);
		functions.put("PMIx_Disconnect", TIMEOUT);
		functions.put("PMIx_Query_info", QUERY);
		functions.put("PMIx_Log", List.of(LogAttributes.LOG_GENERATE_TIMESTAMP));
		functions.put("PMIx_Process_monitor", List.of(MonitorAttributes.MONITOR_ID, MonitorAttributes.SEND_HEARTBEAT));
		functions.put("PMIx_Group_construct", List.of(GroupAttributes.GROUP_INFO, KeyValueAttributes.TIMEOUT));
		functions.put("PMIx_Group_invite", List.of(GroupAttributes.GROUP_OPTIONAL, KeyValueAttributes.TIMEOUT));
		functions.put("PMIx_Register_event_handler", HANDLER);
		functions.put("PMIx_Notify_event", NOTIFY);
		PLAIN.forEach(function -> functions.put(function, List.of()));
		return functions;
	}
}
