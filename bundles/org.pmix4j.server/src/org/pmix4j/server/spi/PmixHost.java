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
 * Services of the program that embeds the server for the processes it started: the "host environment" of the Standard.
 *
 * <p>Each method corresponds to a function of C's {@code pmix_server_module_t}; the pairs client_connected and client_connected2,
 * tool_connected and tool_connected2, and log and log2 are one method each. By default a method answers NOT_SUPPORTED, unless its comment
 * says otherwise.
 *
 * <p>Methods are called on the server's executor, never on its event loop, so they may block. The returned stage is the answer; it may
 * complete at any time, on any thread. A {@link PmixException} refuses the request: its status goes to the requester. Any other exception
 * is logged and becomes ERROR.
 *
 * @see "PMIx Standard, chapter Server-Specific Interfaces, Server Function Pointers"
 */
public interface PmixHost extends AttributeSource, TopologySource {
	/** A host without services: the server alone serves jobs on one node. */
	PmixHost NONE = new PmixHost() {
	};

	/**
	 * Called when a process has connected; the process waits in PMIx_Init for the answer. Accepts the process by default.
	 *
	 * @param client     the process
	 * @param hostObject object given when the client was registered
	 * @param infos      its version, user id and group id
	 * @return completes when the process may continue
	 */
	default CompletionStage<Void> clientConnected(Proc client, Object hostObject, Infos infos) {
		return CompletableFuture.completedFuture(null);
	}

	/**
	 * Called when a process has called PMIx_Finalize, so that its exit counts as orderly. Accepts by default.
	 *
	 * @param client     the process, which waits for the answer for two seconds at most
	 * @param hostObject object given when the client was registered
	 * @return completes when the process may continue
	 */
	default CompletionStage<Void> clientFinalized(Proc client, Object hostObject) {
		return CompletableFuture.completedFuture(null);
	}

	/**
	 * Terminates processes.
	 *
	 * @param caller     the requesting process
	 * @param hostObject object given when the caller was registered
	 * @param status     exit code that the launcher should report
	 * @param message    message for the user; may be empty
	 * @param procs      processes to terminate; empty for the caller's whole namespace
	 * @return completes when they have terminated
	 */
	default CompletionStage<Void> abort(Proc caller, Object hostObject, Status status, String message, List<Proc> procs) {
		return notSupported("abort");
	}

	/**
	 * Performs a fence across servers. Not called if all participants are clients of this server.
	 *
	 * @param procs the participants, sorted
	 * @param infos directives of the participants
	 * @param data  opaque contribution of the local participants
	 * @return the concatenated contributions of all servers
	 */
	default CompletionStage<ByteObject> fence(List<Proc> procs, Infos infos, ByteObject data) {
		return notSupported("fence");
	}

	/**
	 * Fetches data committed by a process of another server.
	 *
	 * @param proc  the process
	 * @param infos directives, including the requested key
	 * @return its opaque data
	 */
	default CompletionStage<ByteObject> directModex(Proc proc, Infos infos) {
		return notSupported("direct modex");
	}

	/**
	 * Publishes data.
	 *
	 * @param publisher the publishing process
	 * @param infos     data and directives (range, persistence, user id)
	 * @return completes when the data can be looked up
	 */
	default CompletionStage<Void> publish(Proc publisher, Infos infos) {
		return notSupported("publish");
	}

	/**
	 * Looks up published data.
	 *
	 * @param requester the requesting process
	 * @param keys      the keys
	 * @param infos     directives (range, time to wait)
	 * @return the data found
	 */
	default CompletionStage<List<PublishedData>> lookup(Proc requester, List<String> keys, Infos infos) {
		return notSupported("lookup");
	}

	/**
	 * Removes published data.
	 *
	 * @param publisher the process that published it
	 * @param keys      the keys; empty for all data of the publisher
	 * @param infos     directives (range)
	 * @return completes when the data is removed
	 */
	default CompletionStage<Void> unpublish(Proc publisher, List<String> keys, Infos infos) {
		return notSupported("unpublish");
	}

	/**
	 * Launches a job.
	 *
	 * @param requester the requesting process
	 * @param infos     directives for the job
	 * @param apps      its applications
	 * @return name of the new namespace, when all its processes have been started
	 */
	default CompletionStage<String> spawn(Proc requester, Infos infos, List<App> apps) {
		return notSupported("spawn");
	}

	/**
	 * Connects processes, which are then notified of each other's failures.
	 *
	 * @param procs the participants
	 * @param infos directives
	 * @return completes when all participants have joined
	 */
	default CompletionStage<Void> connect(List<Proc> procs, Infos infos) {
		return notSupported("connect");
	}

	/**
	 * Disconnects processes that {@link #connect} has connected.
	 *
	 * @param procs the same participants
	 * @param infos directives
	 * @return completes when all participants have left
	 */
	default CompletionStage<Void> disconnect(List<Proc> procs, Infos infos) {
		return notSupported("disconnect");
	}

	/**
	 * Called when local processes register for events, so that the host sends such events to this server.
	 *
	 * @param codes codes of the events; empty for all
	 * @param infos directives
	 * @return completes when the registration is recorded
	 */
	default CompletionStage<Void> registerEvents(List<Status> codes, Infos infos) {
		return notSupported("register events");
	}

	/**
	 * Called when no local process is registered for some events anymore.
	 *
	 * @param codes codes of the events; empty for all
	 * @return completes when the deregistration is recorded
	 */
	default CompletionStage<Void> deregisterEvents(List<Status> codes) {
		return notSupported("deregister events");
	}

	/**
	 * Accepts connections in place of the server. Counterpart of C's {@code listener}; this server listens itself and does not call it.
	 *
	 * @param socket   the server's listening socket
	 * @param accepted receives each accepted connection
	 * @return completes when the host has taken over; NOT_SUPPORTED, the default, leaves the task to the server
	 */
	default CompletionStage<Void> listen(ServerSocketChannel socket, Consumer<SocketChannel> accepted) {
		return notSupported("listen");
	}

	/**
	 * Distributes an event to other servers. Succeeds by default, since the host of a single server has nothing to do.
	 *
	 * <p>An event with the range PROC_LOCAL is for the host only: LOST_CONNECTION reports that the process in {@code pmix.procid} died
	 * without PMIx_Finalize, or that a tool, or a client not started by the host, is gone.
	 *
	 * @param code   status code of the event
	 * @param source process that raised it
	 * @param range  its range
	 * @param infos  details
	 * @return completes when the event was distributed
	 */
	default CompletionStage<Void> notifyEvent(Status code, Proc source, DataRange range, Infos infos) {
		return CompletableFuture.completedFuture(null);
	}

	/**
	 * Answers queries that the server cannot answer. Keys without an answer are omitted; the requester then receives a partial success.
	 *
	 * @param requester the requesting process
	 * @param queries   the queries, without keys that the server has answered
	 * @return an info with the same key for each answer
	 */
	default CompletionStage<Infos> query(Proc requester, List<Query> queries) {
		return notSupported("query");
	}

	/**
	 * Accepts a tool.
	 *
	 * @param infos its version, user id, group id, requests, and its identity if it has one
	 * @return the tool's identity
	 */
	default CompletionStage<Proc> toolConnected(Infos infos) {
		return notSupported("tool connection");
	}

	/**
	 * Logs data.
	 *
	 * @param requester  the requesting process
	 * @param data       log channels and content
	 * @param directives directives
	 * @return completes when the data is logged
	 */
	default CompletionStage<Void> log(Proc requester, Infos data, Infos directives) {
		return notSupported("log");
	}

	/**
	 * Requests resources from the scheduler.
	 *
	 * @param requester the requesting process
	 * @param directive kind of request
	 * @param infos     the resources
	 * @return the granted resources
	 */
	default CompletionStage<Infos> allocate(Proc requester, AllocDirective directive, Infos infos) {
		return notSupported("allocate");
	}

	/**
	 * Controls processes: signals, terminates, pauses and the like. Cleanup requests are handled by the server and never passed on.
	 *
	 * @param requester  the requesting process
	 * @param targets    target processes; empty for the requester's namespace
	 * @param directives actions
	 * @return results
	 */
	default CompletionStage<Infos> jobControl(Proc requester, List<Proc> targets, Infos directives) {
		return notSupported("job control");
	}

	/**
	 * Monitors processes. {@code pmix.monitor.cancel} ends the monitor with that id; without an id, all monitors of the requester, as after
	 * its end.
	 *
	 * @param requester  the requesting process
	 * @param monitor    the subject to monitor
	 * @param code       event to raise
	 * @param directives directives
	 * @return results
	 */
	default CompletionStage<Infos> monitor(Proc requester, Info monitor, Status code, Infos directives) {
		return notSupported("monitor");
	}

	/**
	 * Issues a credential.
	 *
	 * @param requester owner of the credential
	 * @param infos     directives such as the kind
	 * @return the credential
	 */
	default CompletionStage<Credential> getCredential(Proc requester, Infos infos) {
		return notSupported("get credential");
	}

	/**
	 * Validates a credential.
	 *
	 * @param requester  the requesting process
	 * @param credential the credential
	 * @param infos      directives
	 * @return information about its owner
	 */
	default CompletionStage<Infos> validateCredential(Proc requester, ByteObject credential, Infos infos) {
		return notSupported("validate credential");
	}

	/**
	 * Starts, or with a stop directive ends, forwarding output to this server.
	 *
	 * @param procs      processes whose output is forwarded
	 * @param directives directives
	 * @param channels   the streams
	 * @return completes when forwarding has started
	 */
	default CompletionStage<Void> pullOutput(List<Proc> procs, Infos directives, IofChannel channels) {
		return notSupported("output forwarding");
	}

	/**
	 * Delivers standard input.
	 *
	 * @param source     process that sends the input
	 * @param targets    processes that receive it
	 * @param directives directives
	 * @param data       the bytes; empty at the end of the input
	 * @return completes when more input may be sent
	 */
	default CompletionStage<Void> pushInput(Proc source, List<Proc> targets, Infos directives, ByteObject data) {
		return notSupported("input forwarding");
	}

	/**
	 * Performs a group operation across servers, or assigns a context id. Called once for all local participants, but separately for each
	 * leader ({@code pmix.grp.btstrp}) and each follower (without members), named by {@code pmix.procid}.
	 *
	 * @param operation construct or destruct
	 * @param group     name of the group
	 * @param procs     its members, if known
	 * @param infos     directives, and the data that members share ({@code pmix.grp.info}) and have put ({@code pmix.grp.endpt})
	 * @return the context id; the members ({@code pmix.grp.mbrs}) if they differ from those given; and the data that members of all servers
	 *         share and have put
	 */
	default CompletionStage<Infos> group(GroupOperation operation, String group, List<Proc> procs, Infos infos) {
		return notSupported("group operation");
	}

	/**
	 * Answers requests about the fabric.
	 *
	 * @param requester the requesting process
	 * @param operation the operation
	 * @param infos     directives
	 * @return results
	 */
	default CompletionStage<Infos> fabric(Proc requester, FabricOperation operation, Infos infos) {
		return notSupported("fabric operation");
	}

	/**
	 * Controls a session.
	 *
	 * @param requester  the requesting process
	 * @param session    id of the session, unsigned; all bits set for all sessions of the requester
	 * @param directives actions
	 * @return results
	 */
	default CompletionStage<Infos> sessionControl(Proc requester, int session, Infos directives) {
		return notSupported("session control");
	}

	/**
	 * Defines or changes a named resource block.
	 *
	 * @param requester the requesting process
	 * @param directive action
	 * @param block     name of the block
	 * @param units     the resources
	 * @param infos     directives
	 * @return completes when the action is done
	 */
	default CompletionStage<Void> resourceBlock(Proc requester, ResourceBlockDirective directive, String block, List<ResourceUnit> units,
			Infos infos) {
		return notSupported("resource block");
	}

	private static <T> CompletionStage<T> notSupported(String what) {
		return CompletableFuture.failedFuture(new PmixException(Status.ERR_NOT_SUPPORTED, what + " is not supported by the host"));
	}
}
