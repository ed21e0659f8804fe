// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.forward;

import java.util.Optional;
import java.util.Set;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.server.internal.hostcall.CallTimeout;

import org.pmix4j.model.FabricOperation;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.FabricAttributes;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.LogAttributes;
import org.pmix4j.server.internal.connect.ConnectedSets;
import org.pmix4j.server.internal.hostcall.DumpText;
import org.pmix4j.server.internal.hostcall.HostCalls;
import org.pmix4j.server.internal.iof.Forwarding;
import org.pmix4j.server.internal.iof.OutputRouter;
import org.pmix4j.server.internal.jobinfo.JobInfo;
import org.pmix4j.server.internal.peer.Responder;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.server.internal.registry.Namespace;
import org.pmix4j.server.internal.registry.NamespaceRegistry;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.HardwareRequest;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.Reply.InfosReply;
import org.pmix4j.wire.internal.message.Reply;

/**
 * Forwards requests to the host that only the host can answer, and returns its answers. Owned by the server, on its loop.
 *
 * @see "OpenPMIx src/server/pmix_server_ops.c"
 */
public final class RequestForwarder {
	private static final Set<String> IDENTITY = Set.of(IdentityAttributes.USERID.key(), IdentityAttributes.GRPID.key());

	private final HostCalls host;
	private final NamespaceRegistry registry;
	private final ConnectedSets connected;
	private final OutputRouter output;
	private final GatewayLog gateway;

	public RequestForwarder(HostCalls host, NamespaceRegistry registry, ConnectedSets connected, OutputRouter output, GatewayLog gateway) {
		this.host = host;
		this.registry = registry;
		this.connected = connected;
		this.output = output;
		this.gateway = gateway;
	}

	public void abort(JobRequest.Abort request, Responder responder) {
		assert host.inLoop();
		Proc caller = responder.peer().proc();
		Object hostObject = registry.client(caller).map(client -> client.hostObject()).orElse(caller);
		host.run("abort by " + caller, CallTimeout.open(responder.peer()),
				h -> h.abort(caller, hostObject, request.status(), request.message(), request.procs()), responder::reply);
	}

	/** Forwards a spawn. Output of the job follows the reply, because the peer does not know the namespace before. */
	public void spawn(JobRequest.Spawn request, Responder responder) throws PmixException {
		assert host.inLoop();
		ServerPeer peer = responder.peer();
		Forwarding forwarding = Forwarding.of(request.infos(), peer);
		output.spawns();
		host.call("spawn by " + peer.proc(), CallTimeout.of(request.infos(), peer),
				h -> h.spawn(peer.proc(), forwarding.directives(), request.apps()), nspace -> {
			connected.addSpawn(peer.proc(), nspace);
			Optional<JobInfo> job = registry.find(nspace).flatMap(Namespace::jobInfo);
			KvalBlob data = job.map(j -> j.layout().forOthers(peer.version(), peer.encoding())).orElse(KvalBlob.EMPTY);
			responder.reply(new Reply.SpawnReply(Status.SUCCESS, nspace, data));
			output.spawned(peer, nspace, forwarding);
		}, status -> {
			responder.reply(new Reply.SpawnReply(status, "", KvalBlob.EMPTY));
			output.spawnFailed();
		});
	}

	/** Connects a tool with a job that the host launches for it, and forwards the output of the job to it. */
	public void launchedFor(ServerPeer tool, String nspace, Infos directives) throws PmixException {
		assert host.inLoop();
		Forwarding forwarding = Forwarding.of(directives, tool);
		output.spawns();
		connected.addSpawn(tool.proc(), nspace);
		output.spawned(tool, nspace, forwarding);
	}

	public void publish(DataRequest.Publish request, Responder responder) {
		Infos infos = withUser(request.infos(), responder.peer());
		host.run("publish by " + responder.peer().proc(), h -> h.publish(responder.peer().proc(), infos), responder::reply);
	}

	public void lookup(DataRequest.Lookup request, Responder responder) {
		Infos infos = withUser(request.infos(), responder.peer());
		Proc caller = responder.peer().proc();
		CallTimeout limit = infos.contains(KeyValueAttributes.WAIT) ? CallTimeout.of(infos, responder.peer()) : CallTimeout.USUAL;
		host.call("lookup of " + DumpText.list(request.keys()) + " for " + caller, limit, h -> h.lookup(caller, request.keys(), infos),
				found -> responder.reply(new Reply.LookupReply(found.isEmpty() ? Status.ERR_NOT_FOUND : Status.SUCCESS, found)),
				responder::reply);
	}

	public void unpublish(DataRequest.Unpublish request, Responder responder) {
		Infos infos = withUser(request.infos(), responder.peer());
		host.run("unpublish by " + responder.peer().proc(), h -> h.unpublish(responder.peer().proc(), request.keys(), infos), responder::reply);
	}

	public void allocate(ControlRequest.Allocate request, Responder responder) throws PmixException {
		infos("allocate", CallTimeout.of(request.infos(), responder.peer()), responder,
				h -> h.allocate(responder.peer().proc(), request.directive(), request.infos()));
	}

	public void getCredential(ControlRequest.GetCredential request, Responder responder) {
		assert host.inLoop();
		Proc proc = responder.peer().proc();
		host.call("credential for " + proc, h -> h.getCredential(proc, request.infos()),
				made -> responder.reply(new Reply.CredentialReply(Status.SUCCESS, made.bytes(), made.infos())), responder::reply);
	}

	public void validateCredential(ControlRequest.ValidateCredential request, Responder responder) {
		infos("validate credential", CallTimeout.USUAL, responder,
				h -> h.validateCredential(responder.peer().proc(), request.credential(), request.infos()));
	}

	public void controlSession(ControlRequest.SessionControl request, Responder responder) throws PmixException {
		infos("session control", CallTimeout.of(request.infos(), responder.peer()), responder,
				h -> h.sessionControl(responder.peer().proc(), request.sessionId(), request.infos()));
	}

	public void resourceBlock(ControlRequest.ResourceBlock request, Responder responder) {
		assert host.inLoop();
		Proc proc = responder.peer().proc();
		host.run("resource block for " + proc,
				h -> h.resourceBlock(proc, request.directive(), request.block(), request.units(), request.infos()), responder::reply);
	}

	public void log(ControlRequest.Log log, Responder responder) {
		assert host.inLoop();
		if (gateway.takes(log.data())) {
			gateway.log(log.data(), responder);
		} else {
			Proc proc = responder.peer().proc();
			Infos directives = logDirectives(log, proc);
			host.run("log for " + proc, h -> h.log(proc, log.data(), directives), responder::reply);
		}
	}

	public void registerFabric(HardwareRequest.FabricRegister request, Responder responder) {
		infos("fabric register", CallTimeout.USUAL, responder,
				h -> h.fabric(responder.peer().proc(), FabricOperation.REQUEST_INFO, request.infos()));
	}

	public void updateFabric(HardwareRequest.FabricUpdate request, Responder responder) {
		Infos index = Infos.EMPTY.with(FabricAttributes.FABRIC_INDEX, request.index());
		infos("fabric update", CallTimeout.USUAL, responder, h -> h.fabric(responder.peer().proc(), FabricOperation.UPDATE_INFO, index));
	}

	private void infos(String what, CallTimeout limit, Responder responder, HostCalls.Call call) {
		assert host.inLoop();
		host.call(what + " for " + responder.peer().proc(), limit, call::on, found -> responder.reply(new InfosReply(Status.SUCCESS, found)),
				status -> responder.reply(new InfosReply(status, Infos.EMPTY)));
	}

	/** Adds user and group as they were checked at admission, and drops those that the request names. */
	private Infos withUser(Infos infos, ServerPeer peer) {
		Infos named = infos.without(IDENTITY).with(IdentityAttributes.USERID, peer.uid());
		return registry.client(peer.proc()).map(client -> named.with(IdentityAttributes.GRPID, client.gid())).orElse(named);
	}

	private static Infos logDirectives(ControlRequest.Log log, Proc source) {
		Infos directives = log.directives().with(Info.of(LogAttributes.LOG_SOURCE, source));
		return log.timestamp() > 0 ? directives.with(LogAttributes.LOG_TIMESTAMP, log.timestamp()) : directives;
	}
}
