// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.query;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.InitAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.SessionDirectoryAttributes;
import org.pmix4j.model.attributes.ToolAttributes;
import org.pmix4j.model.attributes.TopologyAttributes;
import org.pmix4j.server.options.ServerRole;

/** Functions of C's server interface that this server supports, with the attributes that each honors. Stateless. */
final class ServerFunctions {
	/** Attributes of PMIx_server_init, except for roles. */
	private static final List<Attribute<?>> INIT = List.of(ServerAttributes.SERVER_NSPACE, ServerAttributes.SERVER_RANK,
			ServerAttributes.SERVER_TMPDIR, ServerAttributes.SYSTEM_TMPDIR, ServerAttributes.SERVER_ALLOW_FOREIGN_TOOLS,
			ServerAttributes.SERVER_REMOTE_CONNECTIONS, ServerAttributes.SERVER_ENABLE_MONITORING, ServerAttributes.SERVER_START_TIME,
			ServerAttributes.SERVER_SHARE_TOPOLOGY, TopologyAttributes.TOPOLOGY2, NodeAttributes.HOSTNAME,
			NodeAttributes.HOSTNAME_KEEP_FQDN, SessionDirectoryAttributes.TDIR_RMCLEAN, ToolAttributes.LAUNCHER_RENDEZVOUS_FILE,
			InitAttributes.TCP_REPORT_URI, InitAttributes.TCP_IF_INCLUDE, InitAttributes.TCP_IF_EXCLUDE, InitAttributes.TCP_IPV4_PORT,
			InitAttributes.TCP_IPV6_PORT, InitAttributes.TCP_DISABLE_IPV4, InitAttributes.TCP_DISABLE_IPV6,
			InitAttributes.SINGLE_LISTENER, InitAttributes.USOCK_DISABLE, InitAttributes.ALLOW_CLIENT_CLONES);

	private ServerFunctions() {
	}

	/** Returns attributes by the name of the function in C, in the order of the Standard. */
	static Map<String, List<Attribute<?>>> all() {
		Map<String, List<Attribute<?>>> functions = new LinkedHashMap<>();
		functions.put("PMIx_server_init", Stream.concat(Stream.of(ServerRole.values()).map(ServerRole::attribute), INIT.stream()).toList());
		functions.put("PMIx_server_finalize", List.of());
		functions.put("PMIx_server_register_nspace", List.of(ServerAttributes.NODE_MAP, ServerAttributes.PROC_MAP,
				LevelAttributes.SESSION_INFO_ARRAY, LevelAttributes.JOB_INFO_ARRAY, LevelAttributes.APP_INFO_ARRAY,
				LevelAttributes.NODE_INFO_ARRAY, LevelAttributes.PROC_INFO_ARRAY, JobAttributes.JOB_SIZE));
		functions.put("PMIx_server_deregister_nspace", List.of());
		functions.put("PMIx_server_register_client", List.of());
		functions.put("PMIx_server_deregister_client", List.of());
		functions.put("PMIx_server_setup_fork", List.of());
		functions.put("PMIx_server_setup_application", List.of());
		functions.put("PMIx_server_setup_local_support", List.of());
		functions.put("PMIx_server_collect_inventory", List.of());
		functions.put("PMIx_server_deliver_inventory", List.of());
		functions.put("PMIx_server_register_resources", List.of());
		functions.put("PMIx_server_deregister_resources", List.of());
		functions.put("PMIx_server_define_process_set", List.of());
		functions.put("PMIx_server_delete_process_set", List.of());
		functions.put("PMIx_server_dmodex_request", List.of(KeyValueAttributes.TIMEOUT, ServerAttributes.REQUIRED_KEY));
		functions.put("PMIx_server_IOF_deliver", List.of());
		functions.put("PMIx_Register_attributes", List.of());
		functions.put("PMIx_Notify_event", List.of(EventAttributes.EVENT_CUSTOM_RANGE, EventAttributes.EVENT_NON_DEFAULT,
				EventAttributes.EVENT_AFFECTED_PROC, EventAttributes.EVENT_AFFECTED_PROCS, ProcAttributes.PROCID));
		return functions;
	}
}
