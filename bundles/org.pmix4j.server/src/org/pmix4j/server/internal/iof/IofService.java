// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.iof;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.server.internal.hostcall.CallTimeout;
import org.pmix4j.server.internal.hostcall.DumpText;
import org.pmix4j.server.internal.hostcall.HostCalls;
import org.pmix4j.server.internal.jobinfo.JobInfo;
import org.pmix4j.server.internal.lifecycle.Component;
import org.pmix4j.server.internal.peer.Responder;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.server.internal.registry.Namespace;
import org.pmix4j.server.internal.registry.NamespaceRegistry;
import org.pmix4j.wire.internal.message.Delivery;
import org.pmix4j.wire.internal.message.IofRequest;
import org.pmix4j.wire.internal.message.Reply;

/**
 * Handles requests for output and input. Output is routed here, but the host may have to start it; input is forwarded to the host. Owned by
 * the server, on the loop.
 *
 * @see "OpenPMIx src/server/pmix_server_ops.c, pmix_server_iofreg, pmix_server_iofdereg, pmix_server_iofstdin"
 */
public final class IofService implements Component {
	private static final PeerLog LOG = PeerLog.of(IofService.class);

	private final HostCalls host;
	private final OutputRouter router;
	private final Proc server;
	/** The connections of each tool, the oldest first: other processes of the same user may connect with its name. */
	private final Map<Proc, List<ServerPeer>> tools = new HashMap<>();

	public IofService(HostCalls host, OutputRouter router, Proc server) {
		this.host = host;
		this.router = router;
		this.server = server;
	}

	/** Returns host name, colon and process id; unknown parts are left out. */
	public static String node(NamespaceRegistry registry, Proc proc) {
		Optional<JobInfo> job = registry.find(proc.nspace()).flatMap(Namespace::jobInfo);
		return text(job, proc, NodeAttributes.HOSTNAME) + ":" + text(job, proc, ProcAttributes.PROC_PID);
	}

	private static <T> String text(Optional<JobInfo> job, Proc proc, Attribute<T> attribute) {
		return job.stream().flatMap(j -> j.find(proc.rank(), attribute.key()).stream())
				.filter(kval -> kval.key().equals(attribute.key())).flatMap(kval -> attribute.type().fromValue(kval.value()).stream())
				.findFirst().map(Object::toString).orElse("unknown");
	}

	public OutputRouter router() {
		return router;
	}

	/**
	 * Sends output to one tool, whatever it pulls; if it has several connections, to the oldest.
	 *
	 * @param tool    a connected tool
	 * @param source  the process that wrote it
	 * @param channel the stream
	 * @param infos   about it
	 * @param data    the bytes
	 * @return completes when more may be sent to it
	 * @throws PmixException NOT_FOUND if the tool is not connected
	 */
	public CompletableFuture<Void> send(Proc tool, Proc source, IofChannel channel, Infos infos, ByteObject data) throws PmixException {
		assert host.inLoop();
		ServerPeer peer = tools.getOrDefault(tool, List.of()).stream().filter(each -> !each.isGone()).findFirst()
				.orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, "the tool " + tool + " is not connected"));
		return router.send(peer, new Delivery.IofDelivery(source, channel, OutputRouter.DEFAULT_HANDLER, infos, data));
	}

	/** Begins to forward output to a peer, if the host agrees. */
	public void pull(IofRequest.IofPull request, Responder responder) throws PmixException {
		assert host.inLoop();
		IofChannel channels = OutputRouter.outputs(request.channels());
		if (request.procs().isEmpty()) {
			throw new PmixException(Status.ERR_BAD_PARAM, "the request for output names no processes");
		}
		host.run("output of " + DumpText.procs(request.procs()), h -> h.pullOutput(request.procs(), request.infos(), channels), status -> {
			if (status.isSuccess() || status.equals(Status.OPERATION_SUCCEEDED)) {
				begin(request, responder);
			} else {
				responder.reply(status);
			}
		});
	}

	private void begin(IofRequest.IofPull request, Responder responder) {
		ServerPeer peer = responder.peer();
		if (peer.isGone()) {
			stop(request.procs(), request.infos(), request.channels());
			return;
		}
		try {
			Pull pull = router.pull(peer, request.procs(), request.channels(), request.localId(), request.infos());
			responder.reply(new Reply.IofPullReply(Status.SUCCESS, pull.id()));
			router.replay(pull);
		} catch (PmixException e) {
			responder.reply(e.status());
			stop(request.procs(), request.infos(), request.channels());
		}
	}

	/** Pushes input; more may be sent after the answer. A message without data marks the end only if it has the directive for it. */
	public void push(IofRequest.IofPush request, Responder responder) throws PmixException {
		assert host.inLoop();
		if (!request.eof() && request.data().size() == 0 && !request.infos().isTrue(IofAttributes.IOF_COMPLETE)) {
			responder.reply(Status.SUCCESS);
			return;
		}
		ServerPeer peer = responder.peer();
		host.run("push input", CallTimeout.open(peer), h -> h.pushInput(peer.proc(), request.targets(), request.infos(), request.data()),
				responder::reply);
	}

	/** Ends the forwarding of output to a peer. */
	public void end(IofRequest.IofDeregister request, Responder responder) throws PmixException {
		assert host.inLoop();
		Pull pull = router.end(responder.peer(), request.refId())
				.orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, "no pull " + request.refId() + " of " + responder.peer().proc()));
		Infos directives = request.infos().with(IofAttributes.IOF_STOP, true);
		host.run("stop output", h -> h.pullOutput(pull.procs(), directives, pull.channels()), responder::reply);
	}

	private void stop(List<Proc> procs, Infos infos, IofChannel channels) {
		Infos directives = infos.with(IofAttributes.IOF_STOP, true);
		host.run("stop output", h -> h.pullOutput(procs, directives, channels),
				status -> LOG.log(Level.DEBUG, "the host''s answer to stopping the output of {0}: {1}", procs, status));
	}

	/** Shows a new tool the output of the server itself. */
	@Override
	public void peerConnected(ServerPeer peer) {
		if (peer.isTool()) {
			tools.computeIfAbsent(peer.proc(), name -> new ArrayList<>(1)).add(peer);
			router.welcome(peer, server);
		}
	}

	@Override
	public void peerWritable(ServerPeer peer) {
		router.writable(peer);
	}

	/** Ends the pulls of a peer and stops the output that the host forwarded for them. */
	@Override
	public void peerGone(ServerPeer peer) {
		List<ServerPeer> same = tools.getOrDefault(peer.proc(), List.of());
		if (!same.isEmpty() && same.remove(peer) && same.isEmpty()) {
			tools.remove(peer.proc());
		}
		for (Pull pull : router.readerGone(peer)) {
			stop(pull.procs(), Infos.EMPTY, pull.channels());
		}
	}

	@Override
	public void namespaceGone(String nspace) {
		router.namespaceGone(nspace);
	}

	@Override
	public void dump(StringBuilder out) {
		router.dump(out);
	}
}
