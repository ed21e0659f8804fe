// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.tool;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.attributes.InitAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.ServerAttributes;
import org.pmix4j.model.attributes.ToolAttributes;

/**
 * The functions of tools in C that a tool supports, with the attributes that it honors itself. Stateless.
 *
 * @see "OpenPMIx src/common/pmix_attributes.c, tool_fns"
 */
final class ToolFunctions {
	private static final List<Attribute<?>> INIT = List.of(ToolAttributes.TOOL_DO_NOT_CONNECT, ToolAttributes.TOOL_CONNECT_OPTIONAL,
			ToolAttributes.TOOL_NSPACE, ToolAttributes.TOOL_RANK, ToolAttributes.LAUNCHER, ToolAttributes.LAUNCHER_RENDEZVOUS_FILE,
			ServerAttributes.SERVER_TMPDIR, ServerAttributes.SYSTEM_TMPDIR, ToolAttributes.SERVER_URI, InitAttributes.TCP_URI,
			ToolAttributes.TOOL_ATTACHMENT_FILE, ToolAttributes.SERVER_PIDINFO, ServerAttributes.SERVER_NSPACE,
			ToolAttributes.CONNECT_TO_SYSTEM, ToolAttributes.CONNECT_SYSTEM_FIRST, ToolAttributes.CONNECT_TO_SCHEDULER,
			ToolAttributes.CONNECT_TO_SYS_CONTROLLER, ToolAttributes.CONNECTION_ORDER, ToolAttributes.CONNECT_MAX_RETRIES,
			ToolAttributes.CONNECT_RETRY_DELAY, KeyValueAttributes.TIMEOUT);

	private ToolFunctions() {
	}

	/** Returns attributes by the name of the function in C, in the order of the Standard. */
	static Map<String, List<Attribute<?>>> all() {
		Map<String, List<Attribute<?>>> functions = new LinkedHashMap<>();
		functions.put("PMIx_tool_init", INIT);
		for (String plain : List.of("PMIx_tool_finalize", "PMIx_tool_attach_to_server", "PMIx_tool_disconnect", "PMIx_tool_get_servers",
				"PMIx_tool_is_connected", "PMIx_tool_set_server", "PMIx_tool_set_server_module")) {
			functions.put(plain, List.of());
		}
		return functions;
	}
}
