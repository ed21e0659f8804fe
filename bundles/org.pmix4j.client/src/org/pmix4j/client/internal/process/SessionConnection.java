// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.process;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.internal.call.SessionCalls;
import org.pmix4j.client.process.ConnectedProcesses;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;

/** Connected processes. Owned by the program. Thread-safe, because its state lives on the loop. */
final class SessionConnection implements ConnectedProcesses {
	private final SessionCalls calls;
	private final ProcessOperations operations;
	private final List<Proc> procs;
	private final RequestOptions atClose;
	/** On the loop. */
	private boolean closed;

	/** @param atClose the limit of a close without options */
	SessionConnection(SessionCalls calls, ProcessOperations operations, List<Proc> procs, RequestOptions atClose) {
		this.calls = calls;
		this.operations = operations;
		this.procs = procs;
		this.atClose = atClose;
	}

	@Override
	public List<Proc> procs() {
		return procs;
	}

	@Override
	public void close() throws PmixException {
		calls.block(() -> disconnect(atClose));
	}

	@Override
	public CompletableFuture<Void> closeAsync(RequestOptions options) {
		return calls.start(() -> disconnect(options));
	}

	private CompletableFuture<Void> disconnect(RequestOptions options) {
		if (closed) {
			return CompletableFuture.completedFuture(null);
		}
		closed = true;
		return operations.disconnect(procs, options);
	}
}
