// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.spi;

import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.App;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.FabricOperation;
import org.pmix4j.model.GroupOperation;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Query;
import org.pmix4j.model.ResourceBlockDirective;
import org.pmix4j.model.ResourceUnit;
import org.pmix4j.model.Status;

/**
 * What the program that embeds the server does for the processes that it started: the "host environment" of the standard.
 *
 * <p>
 * Each method stands for one function of C's {@code pmix_server_module_t}; the pairs client_connected and
 * client_connected2, tool_connected and tool_connected2, log and log2 are one method each. A method that is not
 * overridden answers NOT_SUPPORTED, except where its comment says otherwise.
 *
 * <p>
 * Methods are called on the server's executor, never on its event loop, so they may block. The answer is the stage:
 * complete it at any time, on any thread. To refuse, complete it with a {@link PmixException}: its status goes to the
 * process that asked. Any other exception is logged and becomes ERROR.
 *
 * @see "PMIx Standard, chapter Server-Specific Interfaces, Server Function Pointers"
 */
public interface PmixHost extends AttributeSource, TopologySource {
	/** A host that offers nothing: the server alone serves jobs on one node. */
	PmixHost NONE = new PmixHost() {
	};

	/**
	 * Tells that a process has connected; it stays blocked in PMIx_Init until the answer. Accepted if not overridden.
	 *
	 * @param client     who
	 * @param hostObject what was given when the client was registered
	 * @param infos      its version, user and group id
	 * @return done when the process may go on
	 */
	default CompletionStage<Void> clientConnected(Proc client, Object hostObject, Infos infos) {
		return CompletableFuture.completedFuture(null);
	}

	/**
	 * Tells that a process has called PMIx_Finalize, so that its exit counts as orderly. Accepted if not overridden.
	 *
	 * @param client     who; blocked until the answer, for two seconds at the most
	 * @param hostObject what was given when the client was registered
	 * @return done when the process may go on
	 */
	default CompletionStage<Void> clientFinalized(Proc client, Object hostObject) {
		return CompletableFuture.completedFuture(null);
	}

	/**
	 * Ends processes.
	 *
	 * @param caller     who asked
	 * @param hostObject what was given when the caller was registered
	 * @param status     the exit code that the caller wants the launcher to report
	 * @param message    for the user; may be empty
	 * @param procs      whom to end; empty for the caller's whole namespace
	 * @return done when they have ended
	 */
	default CompletionStage<Void> abort(Proc caller, Object hostObject, Status status, String message, List<Proc> procs) {
		return notSupported("abort");
	}

	/**
	 * Runs the part of a fence that goes beyond this server. Not called if all participants are clients of this server.
	 *
	 * @param procs the participants, sorted
	 * @param infos directives of the participants
	 * @param data  what the local participants contribute; opaque
	 * @return the contributions of all servers, one after the other
	 */
	default CompletionStage<ByteObject> fence(List<Proc> procs, Infos infos, ByteObject data) {
		return notSupported("fence");
	}

	/**
	 * Fetches the data that a process of another server has committed.
	 *
	 * @param proc  whose data
	 * @param infos directives, among them the key that is wanted
	 * @return its data; opaque
	 */
	default CompletionStage<ByteObject> directModex(Proc proc, Infos infos) {
		return notSupported("direct modex");
	}

	/**
	 * Publishes data.
	 *
	 * @param publisher who
	 * @param infos     data and directives (range, persistence, user id)
	 * @return done when it can be looked up
	 */
	default CompletionStage<Void> publish(Proc publisher, Infos infos) {
		return notSupported("publish");
	}

	/**
	 * Looks up published data.
	 *
	 * @param requester who asks
	 * @param keys      what
	 * @param infos     directives (range, how long to wait)
	 * @return what was found
	 */
	default CompletionStage<List<PublishedData>> lookup(Proc requester, List<String> keys, Infos infos) {
		return notSupported("lookup");
	}

	/**
	 * Removes published data.
	 *
	 * @param publisher who published it
	 * @param keys      what; empty for all that the publisher has published
	 * @param infos     directives (range)
	 * @return done when it is gone
	 */
	default CompletionStage<Void> unpublish(Proc publisher, List<String> keys, Infos infos) {
		return notSupported("unpublish");
	}

	/**
	 * Starts a job.
	 *
	 * @param requester who asks
	 * @param infos     directives for the job
	 * @param apps      the programs
	 * @return the name of the new namespace, when all its processes have been started
	 */
	default CompletionStage<String> spawn(Proc requester, Infos infos, List<App> apps) {
		return notSupported("spawn");
	}

	/**
	 * Records that processes want to be told of each other's failures.
	 *
	 * @param procs the participants
	 * @param infos directives
	 * @return done when all have joined
	 */
	default CompletionStage<Void> connect(List<Proc> procs, Infos infos) {
		return notSupported("connect");
	}

	/**
	 * Ends what {@link #connect} began.
	 *
	 * @param procs the same participants
	 * @param infos directives
	 * @return done when all have left
	 */
	default CompletionStage<Void> disconnect(List<Proc> procs, Infos infos) {
		return notSupported("disconnect");
	}

	/**
	 * Tells that local processes want events of these codes, so that the host may send them.
	 *
	 * @param codes the codes; empty for all
	 * @param infos directives
	 * @return done when noted
	 */
	default CompletionStage<Void> registerEvents(List<Status> codes, Infos infos) {
		return notSupported("register events");
	}

	/**
	 * Tells that no local process wants events of these codes any more.
	 *
	 * @param codes the codes; empty for all
	 * @return done when noted
	 */
	default CompletionStage<Void> deregisterEvents(List<Status> codes) {
		return notSupported("deregister events");
	}

	/**
	 * Accepts connections in the server's place. Stands for C's {@code listener}; this server listens by itself and does not call it.
	 *
	 * @param socket   the server's listening socket
	 * @param accepted takes each accepted connection
	 * @return done when the host has taken over; NOT_SUPPORTED, the rule, leaves it to the server
	 */
	default CompletionStage<Void> listen(ServerSocketChannel socket, Consumer<SocketChannel> accepted) {
		return notSupported("listen");
	}

	/**
	 * Distributes an event beyond this server. Accepted if not overridden: a host of one server has nothing to do.
	 *
	 * <p>
	 * With the range PROC_LOCAL it goes no further than the host: LOST_CONNECTION tells that a process, named by
	 * {@code pmix.procid}, died without PMIx_Finalize, or that a tool, or a client that the host has not started, is gone.
	 *
	 * @param code   the event
	 * @param source who raised it
	 * @param range  how far it goes
	 * @param infos  what came with it
	 * @return done when it was distributed
	 */
	default CompletionStage<Void> notifyEvent(Status code, Proc source, DataRange range, Infos infos) {
		return CompletableFuture.completedFuture(null);
	}

	/**
	 * Answers what the server cannot. Keys without an answer are left out: the asking process is told of a partial success.
	 *
	 * @param requester who asks
	 * @param queries   what; keys that the server has answered are not among them
	 * @return an info with the same key for each answer
	 */
	default CompletionStage<Infos> query(Proc requester, List<Query> queries) {
		return notSupported("query");
	}

	/**
	 * Accepts a tool.
	 *
	 * @param infos its version, user and group id, what it asked for, and its identity if it has one
	 * @return the tool's identity
	 */
	default CompletionStage<Proc> toolConnected(Infos infos) {
		return notSupported("tool connection");
	}

	/**
	 * Logs.
	 *
	 * @param requester  who asks
	 * @param data       what, and where to
	 * @param directives how
	 * @return done when it is logged
	 */
	default CompletionStage<Void> log(Proc requester, Infos data, Infos directives) {
		return notSupported("log");
	}

	/**
	 * Asks the scheduler for resources.
	 *
	 * @param requester who asks
	 * @param directive what to do with them
	 * @param infos     which
	 * @return what was granted
	 */
	default CompletionStage<Infos> allocate(Proc requester, AllocDirective directive, Infos infos) {
		return notSupported("allocate");
	}

	/**
	 * Controls processes: signal, terminate, pause and the like. Cleanup requests never come here, the server honours them.
	 *
	 * @param requester  who asks
	 * @param targets    whom; empty for the requester's namespace
	 * @param directives what
	 * @return results
	 */
	default CompletionStage<Infos> jobControl(Proc requester, List<Proc> targets, Infos directives) {
		return notSupported("job control");
	}

	/**
	 * Watches processes. {@code pmix.monitor.cancel} ends what has that id; without an id, all, as when the requester has gone.
	 *
	 * @param requester  who asks
	 * @param monitor    what to watch
	 * @param code       the event to raise
	 * @param directives how
	 * @return results
	 */
	default CompletionStage<Infos> monitor(Proc requester, Info monitor, Status code, Infos directives) {
		return notSupported("monitor");
	}

	/**
	 * Issues a credential.
	 *
	 * @param requester for whom
	 * @param infos     of which kind
	 * @return the credential
	 */
	default CompletionStage<Credential> getCredential(Proc requester, Infos infos) {
		return notSupported("get credential");
	}

	/**
	 * Checks a credential.
	 *
	 * @param requester  who asks
	 * @param credential the credential
	 * @param infos      directives
	 * @return what it says of its owner
	 */
	default CompletionStage<Infos> validateCredential(Proc requester, ByteObject credential, Infos infos) {
		return notSupported("validate credential");
	}

	/**
	 * Begins, or with a stop directive ends, the forwarding of output to this server.
	 *
	 * @param procs      whose output
	 * @param directives how
	 * @param channels   which streams
	 * @return done when it has begun
	 */
	default CompletionStage<Void> pullOutput(List<Proc> procs, Infos directives, IofChannel channels) {
		return notSupported("output forwarding");
	}

	/**
	 * Delivers standard input.
	 *
	 * @param source     who sends it
	 * @param targets    to whom
	 * @param directives how
	 * @param data       the bytes; none for the end of input
	 * @return done when more may come
	 */
	default CompletionStage<Void> pushInput(Proc source, List<Proc> targets, Infos directives, ByteObject data) {
		return notSupported("input forwarding");
	}

	/**
	 * Runs the part of a group operation that goes beyond this server, or gives a group its number. Called once for all local
	 * participants; but for each if it is a leader ({@code pmix.grp.btstrp}) or a follower (no members), named by {@code pmix.procid}.
	 *
	 * @param operation construct or destruct
	 * @param group     the group's name
	 * @param procs     its members, as far as they are known
	 * @param infos     directives; what members share ({@code pmix.grp.info}) and have put ({@code pmix.grp.endpt})
	 * @return the context id; the members ({@code pmix.grp.mbrs}) if others than named; what those of all servers share and have put
	 */
	default CompletionStage<Infos> group(GroupOperation operation, String group, List<Proc> procs, Infos infos) {
		return notSupported("group operation");
	}

	/**
	 * Answers what is asked of the fabric.
	 *
	 * @param requester who asks
	 * @param operation what
	 * @param infos     directives
	 * @return results
	 */
	default CompletionStage<Infos> fabric(Proc requester, FabricOperation operation, Infos infos) {
		return notSupported("fabric operation");
	}

	/**
	 * Controls a session.
	 *
	 * @param requester  who asks
	 * @param session    its id, unsigned; all bits set for all sessions of the requester
	 * @param directives what
	 * @return results
	 */
	default CompletionStage<Infos> sessionControl(Proc requester, int session, Infos directives) {
		return notSupported("session control");
	}

	/**
	 * Defines or changes a named block of resources.
	 *
	 * @param requester who asks
	 * @param directive what to do
	 * @param block     the block's name
	 * @param units     the resources
	 * @param infos     directives
	 * @return done when it is
	 */
	default CompletionStage<Void> resourceBlock(Proc requester, ResourceBlockDirective directive, String block, List<ResourceUnit> units,
			Infos infos) {
		return notSupported("resource block");
	}

	private static <T> CompletionStage<T> notSupported(String what) {
		return CompletableFuture.failedFuture(new PmixException(Status.ERR_NOT_SUPPORTED, what + ": the host does not offer it"));
	}
}
