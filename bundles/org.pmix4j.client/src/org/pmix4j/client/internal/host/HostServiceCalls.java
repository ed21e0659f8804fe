// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.host;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.host.HostServices;
import org.pmix4j.client.host.Monitoring;
import org.pmix4j.client.internal.call.SessionCalls;
import org.pmix4j.client.internal.control.ControlOperations;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.ResourceBlockDirective;
import org.pmix4j.model.ResourceUnit;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.MonitorAttributes;

/**
 * The public calls for requests to the host. Owned by the session. Thread-safe, because every call runs on the loop.
 *
 * @param calls   brings calls to the loop
 * @param control sends the requests
 * @param queries answers and sends queries
 */
public record HostServiceCalls(SessionCalls calls, ControlOperations control, QueryOperations queries) implements HostServices {
	private static final AtomicLong MONITORS = new AtomicLong();

	@Override
	public Infos query(Query... asked) throws PmixException {
		return calls.block(() -> queries.query(List.of(asked)));
	}

	@Override
	public CompletableFuture<Infos> queryAsync(Query... asked) {
		return calls.start(() -> queries.query(List.of(asked)));
	}

	@Override
	public void log(Infos data, RequestOptions options) throws PmixException {
		calls.block(() -> control.log(data, options.infos(), options.limit()));
	}

	@Override
	public CompletableFuture<Void> logAsync(Infos data, RequestOptions options) {
		return calls.start(() -> control.log(data, options.infos(), options.limit()));
	}

	@Override
	public Infos allocate(AllocDirective directive, RequestOptions options) throws PmixException {
		return calls.block(() -> control.allocate(directive, options.infos(), options.limit()));
	}

	@Override
	public CompletableFuture<Infos> allocateAsync(AllocDirective directive, RequestOptions options) {
		return calls.start(() -> control.allocate(directive, options.infos(), options.limit()));
	}

	@Override
	public Infos controlJob(List<Proc> targets, RequestOptions options) throws PmixException {
		return calls.block(() -> control.control(targets, options.infos(), options.limit()));
	}

	@Override
	public CompletableFuture<Infos> controlJobAsync(List<Proc> targets, RequestOptions options) {
		return calls.start(() -> control.control(targets, options.infos(), options.limit()));
	}

	@Override
	public Monitoring monitor(Info subject, Status error, RequestOptions options) throws PmixException {
		return calls.block(() -> monitored(subject, error, options));
	}

	@Override
	public CompletableFuture<Monitoring> monitorAsync(Info subject, Status error, RequestOptions options) {
		return calls.start(() -> monitored(subject, error, options));
	}

	private CompletableFuture<Monitoring> monitored(Info subject, Status error, RequestOptions options) {
		Infos infos = options.infos();
		String id;
		try {
			id = infos.get(MonitorAttributes.MONITOR_ID).orElse("");
		} catch (PmixException otherType) {
			return CompletableFuture.failedFuture(otherType);
		}
		if (id.isEmpty()) {
			id = "monitor-" + MONITORS.incrementAndGet();
			infos = infos.with(MonitorAttributes.MONITOR_ID, id);
		}
		String name = id;
		return control.monitor(subject, error, infos, options.limit())
				.thenApply(details -> new SessionMonitoring(calls, control, name, details));
	}

	@Override
	public void heartbeat() throws PmixException {
		calls.requireOpen("heartbeat");
		calls.post(control::heartbeat);
	}

	@Override
	public Infos controlSession(int sessionId, RequestOptions options) throws PmixException {
		return calls.block(() -> control.controlSession(sessionId, options.infos(), options.limit()));
	}

	@Override
	public CompletableFuture<Infos> controlSessionAsync(int sessionId, RequestOptions options) {
		return calls.start(() -> control.controlSession(sessionId, options.infos(), options.limit()));
	}

	@Override
	public void changeResourceBlock(ResourceBlockDirective directive, String block, List<ResourceUnit> units, RequestOptions options)
			throws PmixException {
		calls.block(() -> control.resourceBlock(directive, block, units, options.infos(), options.limit()));
	}

	@Override
	public CompletableFuture<Void> changeResourceBlockAsync(ResourceBlockDirective directive, String block, List<ResourceUnit> units,
			RequestOptions options) {
		return calls.start(() -> control.resourceBlock(directive, block, units, options.infos(), options.limit()));
	}
}
