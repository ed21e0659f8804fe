// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.internal.service;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.pmi.internal.codec.FrameReplies;
import org.pmix4j.pmi.internal.codec.LineReplies;
import org.pmix4j.pmi.internal.codec.PmiReplies;
import org.pmix4j.pmi.internal.codec.PmiReply;
import org.pmix4j.pmi.internal.codec.PmiRequest;
import org.pmix4j.pmi.internal.codec.RequestReader;
import org.pmix4j.server.spi.PeerUsers;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.Connection;
import org.pmix4j.wire.internal.loop.ConnectionHandler;

/**
 * The connection of one rank, from its accept to its close. A rank waits for each reply before its next request, except for an abort. Owned
 * by a {@link PmiAcceptor}, used on the loop.
 */
final class PmiPeer implements ConnectionHandler {
	/** The limit for the first line. */
	private static final Duration HELLO_LIMIT = Duration.ofSeconds(10);
	private static final int UNKNOWN = -1;
	private static final String RING = "ring";

	/** The states of a connection. */
	private enum State {
		/** It has not said which rank it is of. */
		NEW,
		/** Nor has it yet, but it speaks PMI-2. */
		VERSIONED,
		/** Its rank has inherited it, and has not begun to use PMI. */
		INHERITED,
		/** The host examines whether it belongs to that rank. */
		EXAMINED,
		/** It belongs to the rank, which has not begun to use PMI. */
		ADMITTED,
		/** The rank uses PMI. */
		INITIALIZED,
		/** The rank no longer uses PMI. */
		FINALIZED
	}

	private final PmiAcceptor acceptor;
	private final PmiNamespace namespace;
	private final PmiHost host;
	private final Connection connection;
	private final long opened;
	/** Those of PMI-1 until the first request asks for version 2. */
	private RequestReader requests = RequestReader.ofLines();
	private PmiReplies replies = new LineReplies();
	private State state = State.NEW;
	private int rank = UNKNOWN;
	private long lastRequest;
	/** The request that waits for its reply; empty if none does. */
	private String pending = "";

	PmiPeer(PmiAcceptor acceptor, PmiNamespace namespace, PmiHost host, Connection connection) {
		this.acceptor = acceptor;
		this.namespace = namespace;
		this.host = host;
		this.connection = connection;
		opened = connection.loop().nanos();
	}

	/** Begins to wait for the first line; called once the connection is open. */
	void begin() {
		connection.setDeadline(HELLO_LIMIT, "name of a rank");
	}

	int rank() {
		return rank;
	}

	Proc proc() {
		return Proc.of(namespace.job().nspace(), rank);
	}

	/** Returns whether the process has not named its rank. */
	boolean isUnknown() {
		return rank == UNKNOWN;
	}

	/** Returns how long the connection has been open. */
	Duration age() {
		return Duration.ofNanos(connection.loop().nanos() - opened);
	}

	/** Returns whether the rank may connect again. */
	boolean isOver() {
		return state == State.FINALIZED || connection.isClosed();
	}

	/** Returns the time since the last request; empty if the rank waits for a reply or does not use PMI. */
	Optional<Duration> silence(long now) {
		return state == State.INITIALIZED && pending.isEmpty() ? Optional.of(Duration.ofNanos(now - lastRequest)) : Optional.empty();
	}

	void close(CloseReason reason) {
		connection.closeWhenWritten(reason);
	}

	/** Ends a barrier in which the rank waits. */
	void released() {
		reply(replies.barrierOut());
	}

	/** Ends the ring in which the rank waits. */
	void neighbors(int place, String left, String right) {
		reply(frames().ring(place, left, right));
	}

	/** Ends a barrier or a ring in which the rank waits and which cannot complete. */
	void barrierFailed(String reason) {
		if (pending.equals(RING)) {
			reply(FrameReplies.ringRefused(reason));
			return;
		}
		replies.barrierRefused(reason).ifPresentOrElse(this::reply, () -> close(new CloseReason(CloseReason.Kind.DONE, reason)));
	}

	/** Replies to the request for a value of the node. */
	void nodeAttribute(Optional<String> value) {
		reply(frames().nodeAttribute(value));
	}

	/** Returns the replies of a rank that speaks PMI-2. */
	private FrameReplies frames() {
		return (FrameReplies) replies;
	}

	/** Sends the reply to the pending request. */
	private void reply(PmiReply reply) {
		pending = "";
		lastRequest = connection.loop().nanos();
		connection.send(List.of(reply.bytes()));
	}

	@Override
	public void received(ByteBuffer bytes) throws PmixException {
		while (bytes.hasRemaining() && connection.isWritable() && !connection.isReadPaused()) {
			Optional<PmiRequest> request = requests.next(bytes);
			if (request.isPresent()) {
				serve(request.get());
			}
		}
	}

	@Override
	public void closed(CloseReason reason) {
		boolean isFault = switch (reason.kind()) {
			case MALFORMED, SLOW_READER, INTERNAL -> true;
			case DONE, END_OF_STREAM, BROKEN, TRUNCATED, REFUSED, SILENT, NO_ROOM, LOOP_ENDED -> false;
		};
		acceptor.closed(this);
		if (state.compareTo(State.ADMITTED) >= 0) {
			namespace.closed(this);
			if (isFault) {
				host.tell(proc().nspace(), "the PMI connection of rank " + rank + " was closed: " + reason.detail());
			}
		} else if (isFault) {
			acceptor.complain(reason.detail());
		}
	}

	private void serve(PmiRequest request) throws PmixException {
		if (!pending.isEmpty() && !(request instanceof PmiRequest.Abort)) {
			throw unexpected(request, "while '" + pending + "' has no reply");
		}
		switch (state) {
			case NEW -> {
				if (request instanceof PmiRequest.InitAck hello) {
					examine(hello.id());
				} else if (request instanceof PmiRequest.Init init && init.version() == FrameReplies.VERSION) {
					beginFrames();
				} else if (request instanceof PmiRequest.Inherited greeting) {
					inherit(greeting);
				} else {
					throw unexpected(request, "as its first request");
				}
			}
			case VERSIONED -> {
				if (!(request instanceof PmiRequest.FullInit hello)) {
					throw unexpected(request, "as its second request");
				}
				replies = new FrameReplies(hello.escapes());
				if (rank == UNKNOWN) {
					examine(hello.rank());
				} else if (rank == hello.rank()) {
					admitInherited(this::welcome);
				} else {
					refuse("the connection that rank " + rank + " has inherited is used by a process that says it is rank " + hello.rank());
				}
			}
			case INHERITED -> {
				if (!(request instanceof PmiRequest.Init init)) {
					throw unexpected(request, "as its first request");
				}
				if (init.version() == FrameReplies.VERSION) {
					beginFrames();
				} else {
					admitInherited(() -> {
						state = State.ADMITTED;
						begin(init);
					});
				}
			}
			case ADMITTED -> {
				if (request instanceof PmiRequest.Abort abort) {
					host.abort(proc(), abort.exitCode());
				} else if (request instanceof PmiRequest.Init init) {
					begin(init);
				} else {
					throw unexpected(request, "before 'init'");
				}
			}
			case INITIALIZED -> answer(request);
			case EXAMINED -> throw unexpected(request, "before the reply to the one that names its rank");
			case FINALIZED -> throw unexpected(request, "after 'finalize'");
		}
	}

	/** From the reply to the first line on, PMI-2 has frames. */
	private void beginFrames() {
		requests = RequestReader.ofFrames();
		replies = new FrameReplies(false);
		state = State.VERSIONED;
		connection.send(List.of(FrameReplies.init().bytes()));
	}

	/** Takes the word of the launcher: no process but this one knows the key. The rank may use the connection at any time, or never. */
	private void inherit(PmiRequest.Inherited greeting) throws PmixException {
		if (!acceptor.isKey(greeting.key()) || greeting.rank() >= namespace.job().size()) {
			throw new PmixException(Status.ERR_UNPACK_FAILURE, "a process has sent the greeting of the launcher without its key");
		}
		rank = greeting.rank();
		state = State.INHERITED;
		connection.cancelDeadline();
	}

	private void admitInherited(Runnable admitted) {
		if (namespace.admit(this)) {
			admitted.run();
		} else {
			refuse("rank " + rank + " uses the connection that it has inherited (PMI_FD), while it is connected to PMI_PORT");
		}
	}

	private static PmixException unexpected(PmiRequest request, String when) {
		return new PmixException(Status.ERR_UNPACK_FAILURE, "a rank sent the request " + request.getClass().getSimpleName() + " " + when);
	}

	/** Reads on when the host has decided. */
	private void examine(int claimed) throws PmixException {
		if (claimed >= namespace.job().size()) {
			throw new PmixException(Status.ERR_UNPACK_FAILURE, namespace.job().nspace() + " has no rank " + claimed);
		}
		state = State.EXAMINED;
		rank = claimed;
		connection.cancelDeadline();
		connection.pauseReading();
		CompletionStage<Void> decision = host.nameUsed(proc(),
				new PeerUsers.Connection(connection.transport().remote(), connection.transport().local()));
		onLoop(decision, (done, problem) -> {
			connection.resumeReading();
			if (problem != null) {
				refuse(reason(problem));
			} else if (!namespace.admit(this)) {
				refuse("a second process connects as rank " + rank + " to PMI, while the first one is connected; a process that rank " + rank
						+ " starts itself needs the option --mpi none for the job, or an environment without PMI_PORT");
			} else {
				welcome();
			}
		});
	}

	/** Replies to the request that names the rank; with it, PMI-2 begins. */
	private void welcome() {
		PmiJob job = namespace.job();
		if (replies instanceof FrameReplies) {
			state = State.INITIALIZED;
			reply(FrameReplies.fullInit(rank, job.size(), job.program(rank), job.spawner()));
			host.connected(proc());
		} else {
			state = State.ADMITTED;
			reply(LineReplies.welcome(job.size(), rank));
		}
	}

	private void refuse(String text) {
		host.tell(namespace.job().nspace(), text);
		connection.send(List.of(replies.connectionRefused(text).bytes()));
		close(new CloseReason(CloseReason.Kind.REFUSED, text));
	}

	private void begin(PmiRequest.Init init) {
		boolean accepted = init.version() == LineReplies.VERSION;
		reply(LineReplies.init(accepted));
		if (accepted) {
			state = State.INITIALIZED;
			host.connected(proc());
		} else {
			host.tell(proc().nspace(), "rank " + rank + " asks for version " + init.version() + " of PMI behind the greeting of version 1; "
					+ "MPIR_CVAR_PMI_VERSION=1 selects version 1");
		}
	}

	private void answer(PmiRequest request) throws PmixException {
		switch (request) {
			case PmiRequest.InitAck again -> throw unexpected(again, "a second time");
			case PmiRequest.Init again -> throw unexpected(again, "a second time");
			case PmiRequest.FullInit again -> throw unexpected(again, "a second time");
			case PmiRequest.Inherited again -> throw unexpected(again, "a second time");
			case PmiRequest.Connect connect -> reply(namespace.connect(connect.space()));
			case PmiRequest.Disconnect disconnect -> reply(namespace.disconnect(disconnect.space()));
			case PmiRequest.GetMaxes maxes -> reply(LineReplies.maxes());
			case PmiRequest.GetAppNumber number -> reply(LineReplies.appNumber(namespace.job().program(rank)));
			case PmiRequest.GetSpaceName name -> reply(replies.spaceName(namespace.job().nspace()));
			case PmiRequest.GetUniverseSize size -> reply(LineReplies.universeSize(namespace.job().universeSize()));
			case PmiRequest.JobAttribute attribute -> await("info-getjobattr", namespace.attribute(attribute.key()),
					value -> frames().jobAttribute(value.filter(replies::isValue)), problem -> frames().jobAttribute(Optional.empty()));
			case PmiRequest.PutNodeAttribute put -> reply(namespace.putOnNode(put, rank));
			case PmiRequest.NodeAttribute get -> {
				pending = "info-getnodeattr";
				namespace.getOnNode(this, get, connection.loop().nanos());
			}
			case PmiRequest.Put put -> reply(namespace.put(put, rank, replies));
			case PmiRequest.Get get -> await("get", namespace.get(get, replies), Function.identity(), replies::getRefused);
			case PmiRequest.BarrierIn barrier -> {
				pending = "barrier";
				namespace.enterBarrier(this, connection.loop().nanos());
			}
			case PmiRequest.Ring ring -> {
				pending = RING;
				namespace.enterRing(this, ring, connection.loop().nanos());
			}
			case PmiRequest.End end -> {
				reply(replies.end());
				state = State.FINALIZED;
				host.finalized(proc());
			}
			case PmiRequest.Abort abort -> host.abort(proc(), abort.exitCode());
			case PmiRequest.Publish publish -> await("publish_name", host.publish(proc(), publish.service(), publish.port()),
					done -> replies.published(), replies::publishRefused);
			case PmiRequest.Lookup lookup -> await("lookup_name", host.lookup(proc(), lookup.service()),
					port -> replies.isValue(port) ? replies.found(port)
							: replies.lookupRefused("the value cannot be sent in this version of PMI"),
					replies::lookupRefused);
			case PmiRequest.Unpublish unpublish -> await("unpublish_name", host.unpublish(proc(), unpublish.service()),
					done -> replies.unpublished(), replies::unpublishRefused);
			case PmiRequest.Spawn spawn -> await("spawn", host.spawn(proc(), spawn), replies::spawned, replies::spawnRefused);
		}
	}

	private <T> void await(String request, CompletionStage<T> stage, Function<T, PmiReply> done, Function<String, PmiReply> refused) {
		pending = request;
		onLoop(stage, (value, problem) -> reply(problem == null ? done.apply(value) : refused.apply(reason(problem))));
	}

	/** An outcome of the host: a value or a problem. */
	private interface Outcome<T> {
		void take(T value, @Nullable Throwable problem);
	}

	/** Takes an outcome on the loop, unless the connection is closed by then. */
	private <T> void onLoop(CompletionStage<T> stage, Outcome<T> outcome) {
		stage.whenComplete((value, problem) -> {
			if (connection.loop().inLoop()) {
				take(outcome, value, problem);
			} else {
				connection.loop().execute(() -> take(outcome, value, problem));
			}
		});
	}

	private <T> void take(Outcome<T> outcome, T value, @Nullable Throwable problem) {
		if (!connection.isClosed()) {
			outcome.take(value, problem);
		}
	}

	private static String reason(Throwable problem) {
		Throwable cause = problem instanceof CompletionException && problem.getCause() != null ? problem.getCause() : problem;
		return cause.getMessage() == null ? cause.toString() : cause.getMessage();
	}
}
