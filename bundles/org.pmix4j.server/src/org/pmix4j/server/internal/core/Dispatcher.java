// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.core;

import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.server.internal.jobinfo.JobInfo;
import org.pmix4j.server.internal.jobinfo.JobInfoLayout;
import org.pmix4j.server.internal.modex.Committed;
import org.pmix4j.server.internal.modex.Merge;
import org.pmix4j.server.internal.peer.Responder;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.server.internal.registry.Namespace;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.Delivery;
import org.pmix4j.wire.internal.message.EventRequest;
import org.pmix4j.wire.internal.message.GroupRequest;
import org.pmix4j.wire.internal.message.HardwareRequest;
import org.pmix4j.wire.internal.message.IofRequest;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.Request;

/**
 * Passes each request to the component that serves it. A request that cannot be decoded is answered with a status, and the connection stays
 * open. Owned by the server, on its loop.
 *
 * @see "OpenPMIx src/server/pmix_server.c, server_switchyard"
 */
final class Dispatcher {
	private static final PeerLog LOG = PeerLog.of(Dispatcher.class);

	/** Requests of more bytes are decoded outside the loop, and commits that add to more data are merged there. */
	private static final int LONG = 256 << 10;

	private final ServerParts parts;
	private final DirectiveGate gate;
	private final LongWork longWork;

	Dispatcher(ServerParts parts, DirectiveGate gate, LongWork longWork) {
		this.parts = parts;
		this.gate = gate;
		this.longWork = longWork;
	}

	/** Handles a frame of a peer. Heartbeats have no reply; frames of a peer that has finalized are dropped. */
	void received(ServerPeer peer, Frame frame) {
		assert parts.host().inLoop();
		if (peer.isLeaving() || frame.tag() == Tag.HEARTBEAT) {
			peer.memory().give(frame.payload().length);
		}
		if (peer.isLeaving()) {
			return;
		}
		if (frame.tag() == Tag.HEARTBEAT) {
			parts.monitors().beat(peer);
			return;
		}
		byte[] payload = frame.payload();
		Responder responder = new Responder(peer, frame.tag(), payload.length);
		if (!responder.begin()) {
			responder.reply(Status.ERR_OUT_OF_RESOURCE);
			return;
		}
		try {
			if (payload.length > LONG) {
				longWork.run(peer, () -> peer.decode(payload), request -> decoded(request, responder), problem -> {
					if (problem instanceof MalformedMessageException) {
						peer.warnOf(problem);
					}
					refuse(responder, problem);
				});
			} else {
				dispatch(peer.receive(payload), responder);
			}
		} catch (PmixException e) {
			refuse(responder, e);
		}
	}

	private void decoded(Request request, Responder responder) {
		if (responder.peer().isGone()) {
			responder.done();
			return;
		}
		try {
			responder.peer().warnOf(request);
			dispatch(request, responder);
		} catch (PmixException e) {
			refuse(responder, e);
		}
	}

	private static void refuse(Responder responder, PmixException problem) {
		ServerPeer peer = responder.peer();
		if (problem.status().equals(Status.ERR_OUT_OF_RESOURCE) && !(problem instanceof MalformedMessageException)) {
			peer.warnOfRefusal(problem.getMessage());
		} else {
			LOG.log(Level.DEBUG, "request of {0} refused: {1}", peer, problem.getMessage());
		}
		responder.reply(problem.status());
	}

	private void dispatch(Request request, Responder responder) throws PmixException {
		if (request instanceof Request.Command command) {
			gate.pass(command, responder.peer().proc());
			serve(command, responder);
		} else {
			responder.reply(request instanceof Request.Empty ? Status.ERR_LOST_CONNECTION : Status.ERR_NOT_SUPPORTED);
		}
	}

	private void serve(Request.Command request, Responder responder) throws PmixException {
		switch (request.command()) {
			case REQ -> jobInfo(responder);
			case ABORT -> parts.hostRequests().abort((JobRequest.Abort) request, responder);
			case FINALIZE -> parts.clients().finalizing(responder);
			case SPAWNNB -> parts.hostRequests().spawn((JobRequest.Spawn) request, responder);
			case CONNECTNB -> parts.connections().connect((JobRequest.Connect) request, responder);
			case DISCONNECTNB -> parts.disconnections().disconnect((JobRequest.Disconnect) request, responder);
			case COMMIT -> commit(parts.store().merge(responder.peer().proc(), ((DataRequest.Commit) request).data()), responder);
			case FENCENB -> parts.fences().fence((DataRequest.Fence) request, responder);
			case GETNB -> parts.gets().get((DataRequest.Get) request, responder);
			case PUBLISHNB -> parts.hostRequests().publish((DataRequest.Publish) request, responder);
			case LOOKUPNB -> parts.hostRequests().lookup((DataRequest.Lookup) request, responder);
			case UNPUBLISHNB -> parts.hostRequests().unpublish((DataRequest.Unpublish) request, responder);
			case REFRESH_CACHE -> parts.gets().refresh((DataRequest.RefreshCache) request, responder);
			case RESOLVE_PEERS -> parts.resolver().peers((DataRequest.ResolvePeers) request, responder);
			case RESOLVE_NODE -> parts.resolver().nodes((DataRequest.ResolveNode) request, responder);
			case NOTIFY -> notify((EventRequest.Notify) request, responder);
			case REGEVENTS -> parts.events().register((EventRequest.RegisterEvents) request, responder);
			case DEREGEVENTS -> {
				parts.events().deregister((EventRequest.DeregisterEvents) request, responder.peer());
				responder.done();
			}
			case QUERY -> parts.queries().query((ControlRequest.QueryRequest) request, responder);
			case LOG -> parts.hostRequests().log((ControlRequest.Log) request, responder);
			case ALLOC -> parts.hostRequests().allocate((ControlRequest.Allocate) request, responder);
			case JOB_CONTROL -> parts.jobControl().control((ControlRequest.JobControl) request, responder);
			case MONITOR -> parts.monitors().monitor((ControlRequest.Monitor) request, responder);
			case GET_CREDENTIAL -> parts.hostRequests().getCredential((ControlRequest.GetCredential) request, responder);
			case VALIDATE_CRED -> parts.hostRequests().validateCredential((ControlRequest.ValidateCredential) request, responder);
			case RESBLK -> parts.hostRequests().resourceBlock((ControlRequest.ResourceBlock) request, responder);
			case SESSION_CTRL -> parts.hostRequests().controlSession((ControlRequest.SessionControl) request, responder);
			case IOF_PULL -> parts.iof().pull((IofRequest.IofPull) request, responder);
			case IOF_PUSH -> parts.iof().push((IofRequest.IofPush) request, responder);
			case IOF_DEREG -> parts.iof().end((IofRequest.IofDeregister) request, responder);
			case GROUP_CONSTRUCT -> parts.groups().constructions().construct((GroupRequest.GroupConstruct) request, responder);
			case GROUP_JOIN -> parts.groups().invitations().join((GroupRequest.GroupJoin) request, responder);
			case GROUP_INVITE -> parts.groups().invitations().invite((GroupRequest.GroupInvite) request, responder);
			case GROUP_LEAVE -> parts.groups().changes().leave((GroupRequest.GroupLeave) request, responder);
			case GROUP_DESTRUCT -> parts.groups().destructions().destruct((GroupRequest.GroupDestruct) request, responder);
			case FABRIC_REGISTER -> parts.hostRequests().registerFabric((HardwareRequest.FabricRegister) request, responder);
			case FABRIC_UPDATE -> parts.hostRequests().updateFabric((HardwareRequest.FabricUpdate) request, responder);
			case COMPUTE_DEVICE_DISTANCES -> parts.distances().compute((HardwareRequest.ComputeDistances) request, responder);
			case REQ_SYSINFO -> responder.reply(Status.ERR_NOT_SUPPORTED);
		}
	}

	private void jobInfo(Responder responder) {
		ServerPeer peer = responder.peer();
		String nspace = peer.proc().nspace();
		Optional<JobInfoLayout> layout = parts.registry().find(nspace).flatMap(Namespace::jobInfo).map(JobInfo::layout);
		PeerVersion version = peer.version();
		Encoding encoding = peer.encoding();
		Rank rank = peer.proc().rank();
		if (layout.filter(job -> job.isLongForMember(version, encoding, rank)).isPresent()) {
			longWork.run(peer, () -> layout.get().forMember(version, encoding, rank), data -> jobInfo(nspace, data, responder),
					problem -> refuse(responder, problem));
		} else {
			jobInfo(nspace, layout.map(job -> job.forMember(version, encoding, rank)).orElse(KvalBlob.EMPTY), responder);
		}
	}

	private static void jobInfo(String nspace, KvalBlob data, Responder responder) {
		responder.reply(new Reply.JobInfoReply(Status.SUCCESS, nspace, data));
	}

	private void commit(Merge merge, Responder responder) throws PmixException {
		if (merge.size() + responder.held() > LONG) {
			longWork.run(responder.peer(), merge::tables, tables -> merged(merge, tables, responder), problem -> refuse(responder, problem));
		} else {
			committed(merge, merge.tables(), responder);
		}
	}

	/** Begins again if another connection of the process has committed meanwhile; drops the data if its namespace has ended. */
	private void merged(Merge merge, Map<Scope, Committed> tables, Responder responder) {
		if (parts.registry().find(merge.proc().nspace()).isEmpty()) {
			responder.done();
			return;
		}
		try {
			if (parts.store().isCurrent(merge)) {
				committed(merge, tables, responder);
			} else {
				commit(parts.store().merge(merge.proc(), merge.parts()), responder);
			}
		} catch (PmixException e) {
			refuse(responder, e);
		}
	}

	private void committed(Merge merge, Map<Scope, Committed> tables, Responder responder) throws PmixException {
		parts.store().put(merge.proc(), tables);
		responder.reply(Status.SUCCESS);
		parts.gets().recheck(merge.proc());
		for (Delivery.KeyDeletion deletion : merge.deletions()) {
			parts.clients().deleted(deletion, responder.peer());
		}
	}

	private void notify(EventRequest.Notify event, Responder responder) throws PmixException {
		parts.groups().changes().handleEvent(event.code(), responder.peer().proc(), event.infos());
		parts.events().notify(event, responder);
	}
}
