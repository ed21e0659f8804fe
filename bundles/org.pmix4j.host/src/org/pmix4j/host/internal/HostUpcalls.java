// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.server.spi.PmixHost;

/**
 * What the server asks of this host. Called on the server's executor; passes everything to the host's thread. The object that
 * clients were registered with is their {@link RankRun}.
 */
public final class HostUpcalls implements PmixHost {
	/** What Open MPI passes when it has no message. */
	private static final String NO_MESSAGE = "N/A";

	private final HostThread thread;

	/** @param thread owns the jobs */
	public HostUpcalls(HostThread thread) {
		this.thread = thread;
	}

	@Override
	public CompletionStage<Void> clientConnected(Proc client, Object hostObject, Infos infos) {
		return hostObject instanceof RankRun rank ? thread.submit(() -> rank.job().rankConnected(rank))
				: PmixHost.super.clientConnected(client, hostObject, infos);
	}

	@Override
	public CompletionStage<Void> clientFinalized(Proc client, Object hostObject) {
		return hostObject instanceof RankRun rank ? thread.submit(() -> rank.job().rankFinalized(rank))
				: PmixHost.super.clientFinalized(client, hostObject);
	}

	/**
	 * Ends exactly the processes that are named; what their end means for the rest of the job is up to the error policy. Processes
	 * that this host has not started for the caller's job are not ended, and then nobody is.
	 */
	@Override
	public CompletionStage<Void> abort(Proc caller, Object hostObject, Status status, String message, List<Proc> procs) {
		if (!(hostObject instanceof RankRun rank)) {
			return PmixHost.super.abort(caller, hostObject, status, message, procs);
		}
		CompletableFuture<Void> answer = new CompletableFuture<>();
		thread.execute(() -> {
			try {
				AbortRequest request = new AbortRequest(caller, status.code(), message.equals(NO_MESSAGE) ? "" : message);
				rank.job().abort(rank, request, targets(rank, procs))
						.whenComplete((done, problem) -> answer.complete(null));
			} catch (PmixException e) {
				answer.completeExceptionally(e);
			}
		});
		return answer;
	}

	private static List<RankRun> targets(RankRun caller, List<Proc> procs) throws PmixException {
		List<RankRun> ranks = caller.job().rankRuns();
		if (procs.isEmpty()) {
			return ranks;
		}
		List<RankRun> targets = new ArrayList<>();
		for (Proc proc : procs) {
			List<RankRun> named = ranks.stream().filter(rank -> proc.covers(rank.proc())).toList();
			if (named.isEmpty()) {
				throw new PmixException(Status.ERR_PARAM_VALUE_NOT_SUPPORTED,
						"abort by " + caller.proc() + ": " + proc + " is no process of the caller's job, so nobody is ended");
			}
			named.stream().filter(rank -> !targets.contains(rank)).forEach(targets::add);
		}
		return targets;
	}
}
