// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Attaches this workbench to servers that run elsewhere on this machine, such as prterun, prte or {@code pmix4j server}. Their jobs are
 * then in the {@link JobModel}, until {@link ServerElement#detach}. A service; all methods may be called from any thread and return at
 * once.
 */
public interface ServerAttachments {
	/** @return the servers of this user that announce themselves in files, without those of this workbench; completes on any thread */
	CompletableFuture<List<FoundServer>> find();

	/**
	 * Attaches to a server.
	 *
	 * @param address its process id, namespace or address (name and rank, a semicolon, tcp4://address:port), or the absolute path of a file
	 *                that holds the address, with or without {@code file:} before it; empty for the only server of this user
	 * @return the server; completes on any thread within half a minute, and fails with an exception whose message says why and what to do
	 */
	CompletableFuture<ServerElement> attach(String address);
}
