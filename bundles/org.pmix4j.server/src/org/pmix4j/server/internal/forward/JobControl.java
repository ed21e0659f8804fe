// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.forward;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.pmix4j.server.internal.hostcall.CallTimeout;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.server.internal.cleanup.CleanupSet;
import org.pmix4j.server.internal.group.ProcessSets;
import org.pmix4j.server.internal.hostcall.HostCalls;
import org.pmix4j.server.internal.monitoring.Monitors;
import org.pmix4j.server.internal.peer.Responder;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.server.internal.registry.Client;
import org.pmix4j.server.internal.registry.NamespaceRegistry;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.Reply;

/**
 * Serves PMIx_Job_control: the server itself registers files for cleanup, defines process sets and cancels its monitors, and forwards
 * everything else to the host. Owned by the server, on its loop.
 *
 * @see "PMIx Standard, chapter Process Management, PMIx_Job_control; OpenPMIx src/server/pmix_server_ops.c, pmix_server_job_ctrl"
 */
public final class JobControl {
	/** The name that stands for all requests, as the host reads it. */
	private static final String ALL = "all";
	/** Limit on the paths of one request, counted for each target. */
	private static final int MOST_REGISTERED = 1 << 16;

	private final HostCalls host;
	private final NamespaceRegistry registry;
	private final ProcessSets processSets;
	private final Monitors monitors;
	private final OptionalInt ownUid;

	public JobControl(HostCalls host, NamespaceRegistry registry, ProcessSets processSets, Monitors monitors, OptionalInt ownUid) {
		this.host = host;
		this.registry = registry;
		this.processSets = processSets;
		this.monitors = monitors;
		this.ownUid = ownUid;
	}

	public void control(ControlRequest.JobControl request, Responder responder) throws PmixException {
		assert host.inLoop();
		Infos rest = new Infos(request.infos().stream().filter(info -> !CleanupSet.isAbout(info) && !isProcessSet(info)).toList());
		Optional<String> set = request.infos().get(JobControlAttributes.JOB_CTRL_DEFINE_PSET);
		if (set.isPresent()) {
			processSets.define(set.get(), targets(request.targets(), responder.peer()), responder.peer().proc());
		}
		if (request.infos().stream().anyMatch(CleanupSet::isAbout)) {
			register(CleanupSet.of(request.infos()), request.targets(), responder.peer());
		}
		rest = new Infos(rest.stream().filter(info -> !isCanceled(info, responder.peer())).toList());
		forward(request, rest, responder);
	}

	/**
	 * Cancels the monitor of this server that the directive names, or all of the requester if it names none. Returns false if the host may
	 * have more to cancel.
	 */
	private boolean isCanceled(Info info, ServerPeer peer) {
		String name = info.value() instanceof PmixValue.Str text && !text.value().equals(ALL) ? text.value() : "";
		return info.key().equals(JobControlAttributes.JOB_CTRL_CANCEL.key()) && monitors.cancel(peer, name);
	}

	private void forward(ControlRequest.JobControl request, Infos rest, Responder responder) {
		if (rest.isEmpty() && !request.infos().isEmpty()) {
			responder.reply(Status.SUCCESS);
		} else {
			host.call("job control for " + responder.peer().proc(), CallTimeout.open(responder.peer()),
					h -> h.jobControl(responder.peer().proc(), request.targets(), rest),
					found -> responder.reply(new Reply.InfosReply(Status.SUCCESS, found)),
					status -> responder.reply(new Reply.InfosReply(status, Infos.EMPTY)));
		}
	}

	/** Registers files for all targets or for none. Refuses other users, because the server deletes with its own rights. */
	private void register(CleanupSet wanted, List<Proc> targets, ServerPeer peer) throws PmixException {
		if (ownUid.isPresent() && ownUid.getAsInt() != peer.uid()) {
			throw new PmixException(Status.ERR_NO_PERMISSIONS, "this server deletes files only for processes of its own user");
		}
		List<CleanupSet> sets = new ArrayList<>();
		for (Proc target : new LinkedHashSet<>(targets(targets, peer))) {
			sets.add(of(target));
		}
		if ((long) wanted.size() * sets.size() > MOST_REGISTERED) {
			throw new PmixException(Status.ERR_OUT_OF_RESOURCE, "cleanup of " + wanted.size() + " paths for " + sets.size()
					+ " targets; one request may register at most " + MOST_REGISTERED);
		}
		for (CleanupSet set : sets) {
			set.requireNoConflict(wanted);
		}
		sets.forEach(set -> set.addAll(wanted));
	}

	private static boolean isProcessSet(Info info) {
		return info.key().equals(JobControlAttributes.JOB_CTRL_DEFINE_PSET.key());
	}

	private static List<Proc> targets(List<Proc> named, ServerPeer peer) {
		return named.isEmpty() ? List.of(Proc.wildcard(peer.proc().nspace())) : named;
	}

	private CleanupSet of(Proc target) throws PmixException {
		if (target.rank().isProcess()) {
			return registry.client(target).filter(client -> client.state() != Client.State.ENDED).map(client -> client.cleanup())
					.orElseThrow(() -> unknown(target + ", which is not a client of this server"));
		}
		return registry.find(target.nspace()).map(namespace -> namespace.cleanup())
				.orElseThrow(() -> unknown("namespace " + target.nspace() + ", which is unknown"));
	}

	private static PmixException unknown(String target) {
		return new PmixException(Status.ERR_NOT_FOUND, "cleanup for " + target);
	}
}
