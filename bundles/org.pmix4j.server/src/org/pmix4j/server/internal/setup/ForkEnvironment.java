// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.setup;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.model.Proc;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.wire.internal.handshake.PeerVersion;

/**
 * Environment variables with which a process finds this server. Used on any thread.
 *
 * <p>Reasons for the values: clients of 2.1 to 7.0 know at least one name of the URI; "hash" keeps all data on the socket instead of in
 * shared memory, whose layout is internal to the C library; "native" is the credential without further software; the version is the newest
 * known, since clients of 7.0 refuse to delete keys at an older server, and those of 2.1 to 6.1 only ask whether it is older than 4.2.
 *
 * @see "PMIx Standard, chapter Server-Specific Interfaces, PMIx_server_setup_fork; OpenPMIx src/server/pmix_server.c"
 */
public final class ForkEnvironment {
	/**
	 * Names of the URI variable, those of releases 6.1, 6.0 and older, each with the form of values that a client chooses by it; clients of
	 * every release know at least one. Those of 6.1 take it for granted that a server without the first cannot read their newest values.
	 */
	public static final List<String> URI_NAMES = List.of("PMIX_SERVER_URI61", "PMIX_SERVER_URI51", "PMIX_SERVER_URI41", "PMIX_SERVER_URI4",
			"PMIX_SERVER_URI3", "PMIX_SERVER_URI2", "PMIX_SERVER_URI21", "PMIX_SERVER_URI20", "PMIX_SERVER_URI12");
	/** Release whose functions peers may expect, marked for those of this project. */
	public static final String SPOKEN_VERSION = "7.0.0" + PeerVersion.PMIX4J_MARK;

	private ForkEnvironment() {
	}

	public static Map<String, String> of(Proc client, String uri, ServerOptions options) {
		Map<String, String> environment = new LinkedHashMap<>();
		environment.put("PMIX_NAMESPACE", client.nspace());
		environment.put("PMIX_RANK", client.rank().toString());
		URI_NAMES.forEach(name -> environment.put(name, uri));
		environment.put("PMIX_SECURITY_MODE", "native");
		environment.put("PMIX_PTL_MODULE", "tcp");
		environment.put("PMIX_BFROP_BUFFER_TYPE", "PMIX_BFROP_BUFFER_NON_DESC");
		environment.put("PMIX_GDS_MODULE", "hash");
		environment.put("PMIX_SERVER_TMPDIR", BytePaths.text(options.serverDirectory()));
		environment.put("PMIX_SYSTEM_TMPDIR", BytePaths.text(options.systemDirectory()));
		environment.put("PMIX_HOSTNAME", options.hostname());
		environment.put("PMIX_VERSION", SPOKEN_VERSION);
		return environment;
	}
}
