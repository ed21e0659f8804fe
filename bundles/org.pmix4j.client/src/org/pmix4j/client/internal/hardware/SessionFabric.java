// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.hardware;

import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.hardware.Fabric;
import org.pmix4j.client.internal.call.SessionCalls;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.FabricAttributes;

/** Information about a fabric. Owned by the program. Thread-safe: only the mark of its end changes. */
final class SessionFabric implements Fabric {
	private final SessionCalls calls;
	private final HardwareOperations operations;
	private final Infos infos;
	private volatile boolean closed;

	SessionFabric(SessionCalls calls, HardwareOperations operations, Infos infos) {
		this.calls = calls;
		this.operations = operations;
		this.infos = infos;
	}

	@Override
	public Infos infos() {
		return infos;
	}

	@Override
	public Fabric update() throws PmixException {
		return calls.block(this::updated);
	}

	@Override
	public CompletableFuture<Fabric> updateAsync() {
		return calls.start(this::updated);
	}

	private CompletableFuture<Fabric> updated() {
		if (closed) {
			return CompletableFuture.failedFuture(new PmixException(Status.ERR_BAD_PARAM, "update of a fabric that was closed"));
		}
		try {
			long index = infos.get(FabricAttributes.FABRIC_INDEX).orElse(0L);
			return operations.update(index).thenApply(newer -> new SessionFabric(calls, operations, newer));
		} catch (PmixException otherType) {
			return CompletableFuture.failedFuture(otherType);
		}
	}

	@Override
	public void close() {
		closed = true;
	}
}
