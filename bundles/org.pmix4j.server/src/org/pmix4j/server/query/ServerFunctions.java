// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.query;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.ServerAttributes;

/** The functions of C's server interface that this server has a counterpart of, with the attributes that each honours. Stateless. */
final class ServerFunctions {
	private ServerFunctions() {
	}

	/** By the name of the function in C, in the order of the standard. */
	static Map<String, List<Attribute<?>>> all() {
		Map<String, List<Attribute<?>>> functions = new LinkedHashMap<>();
		functions.put("PMIx_server_init", List.of(ServerAttributes.SERVER_NSPACE, ServerAttributes.SERVER_RANK,
				ServerAttributes.SERVER_TMPDIR, ServerAttributes.SYSTEM_TMPDIR, NodeAttributes.HOSTNAME));
		functions.put("PMIx_server_finalize", List.of());
		functions.put("PMIx_server_register_nspace", List.of(ServerAttributes.NODE_MAP, ServerAttributes.PROC_MAP,
				LevelAttributes.SESSION_INFO_ARRAY, LevelAttributes.JOB_INFO_ARRAY, LevelAttributes.APP_INFO_ARRAY,
				LevelAttributes.NODE_INFO_ARRAY, LevelAttributes.PROC_INFO_ARRAY, JobAttributes.JOB_SIZE));
		functions.put("PMIx_server_deregister_nspace", List.of());
		functions.put("PMIx_server_register_client", List.of());
		functions.put("PMIx_server_deregister_client", List.of());
		functions.put("PMIx_server_setup_fork", List.of());
		functions.put("PMIx_server_dmodex_request", List.of(KeyValueAttributes.TIMEOUT, ServerAttributes.REQUIRED_KEY));
		functions.put("PMIx_server_IOF_deliver", List.of());
		functions.put("PMIx_Register_attributes", List.of());
		functions.put("PMIx_Notify_event", List.of(EventAttributes.EVENT_CUSTOM_RANGE, EventAttributes.EVENT_NON_DEFAULT,
				EventAttributes.EVENT_AFFECTED_PROC, EventAttributes.EVENT_AFFECTED_PROCS, ProcAttributes.PROCID));
		return functions;
	}
}
