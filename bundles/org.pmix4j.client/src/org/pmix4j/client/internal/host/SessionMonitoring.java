// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.host;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.host.Monitoring;
import org.pmix4j.client.internal.call.SessionCalls;
import org.pmix4j.client.internal.control.ControlOperations;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.MonitorAttributes;

/** Monitoring of this process. Owned by the program. Thread-safe, because its state lives on the loop. */
final class SessionMonitoring implements Monitoring {
	private final SessionCalls calls;
	private final ControlOperations operations;
	private final String id;
	private final Infos details;
	/** On the loop. */
	private boolean closed;

	SessionMonitoring(SessionCalls calls, ControlOperations operations, String id, Infos details) {
		this.calls = calls;
		this.operations = operations;
		this.id = id;
		this.details = details;
	}

	@Override
	public String id() {
		return id;
	}

	@Override
	public Infos details() {
		return details;
	}

	@Override
	public void close() throws PmixException {
		calls.block(this::cancel);
	}

	@Override
	public CompletableFuture<Void> closeAsync() {
		return calls.start(this::cancel);
	}

	private CompletableFuture<Void> cancel() {
		if (closed) {
			return CompletableFuture.completedFuture(null);
		}
		closed = true;
		return operations.monitor(Info.of(MonitorAttributes.MONITOR_CANCEL, id), Status.SUCCESS, Infos.EMPTY, Duration.ZERO)
				.thenAccept(nothing -> {
				});
	}
}
