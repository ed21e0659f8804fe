// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.admission;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.server.internal.memory.Budget;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.server.internal.registry.Client;
import org.pmix4j.server.spi.LoopHost;
import org.pmix4j.server.spi.PeerUsers;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloReply;
import org.pmix4j.wire.internal.handshake.ReplyForm;
import org.pmix4j.wire.internal.loop.Timer;
import org.pmix4j.wire.internal.loop.Transport;
import org.pmix4j.wire.internal.message.PeerFormat;
import org.pmix4j.wire.internal.peer.AcceptHandshake;

/**
 * The decision on one connection, from its hello to the reply, within a time limit. Made by {@link AdmissionControl}, on the server's
 * loop; ends with the first decision.
 */
final class Admission {
	private static final PeerLog LOG = PeerLog.of(Admission.class);
	private static final Runnable NOTHING = () -> {
	};

	private final AdmissionContext context;
	private final Hello hello;
	private final AcceptHandshake handshake;
	private final Budget.Share memory;
	private final Timer limit;
	private boolean decided;

	/** @param memory of the hello; ends with the decision */
	Admission(AdmissionContext context, Hello hello, AcceptHandshake handshake, Budget.Share memory) {
		this.context = context;
		this.hello = hello;
		this.handshake = handshake;
		this.memory = memory;
		Duration timeout = context.options().admissionTimeout();
		this.limit = handshake.transport().loop().schedule(timeout,
				() -> refuse(Status.ERR_TIMEOUT, "the host has not decided within " + timeout.toSeconds() + " s"));
	}

	/** Lets the host decide whether the peer may use the name of a registered process, and continues if it may. */
	void named(Client client, Runnable next) {
		Transport transport = handshake.transport();
		if (!transport.isSocket() || !context.host().isDirect()) {
			next.run();
			return;
		}
		PeerUsers.Connection connection = new PeerUsers.Connection(transport.remote(), transport.local());
		AtomicReference<String> reason = new AtomicReference<>("the host does not let it use this name");
		context.host().run("use of the name " + client.proc(), h -> nameUsed(h, client, connection).whenComplete((none, failure) -> {
			if (failure instanceof PmixException refusal) {
				reason.set(refusal.getMessage());
			}
		}), status -> {
			if (!status.isSuccess()) {
				refuse(status, reason.get());
			} else if (!decided) {
				next.run();
			}
		});
	}

	private static CompletionStage<Void> nameUsed(PmixHost host, Client client, PeerUsers.Connection connection) {
		return host instanceof LoopHost direct ? direct.nameUsed(client.proc(), client.hostObject(), connection)
				: CompletableFuture.completedFuture(null);
	}

	/** Lets the host approve a registered process. */
	void client(Client client, Infos infos, Encoding encoding) {
		context.host().run("connection of " + client.proc(), h -> h.clientConnected(client.proc(), client.hostObject(), infos), status -> {
			if (!status.isSuccess() && !status.equals(Status.OPERATION_SUCCEEDED)) {
				refuse(status, "the host refuses the process");
			} else if (context.registry().client(client.proc()).filter(now -> now.state() != Client.State.ENDED).isEmpty()) {
				refuseLate(new PmixException(Status.ERR_NOT_FOUND, "the process is no longer registered"));
			} else {
				admit(new Entry(client.proc(), client.uid(), encoding, Optional.empty(), NOTHING));
			}
		});
	}

	/** Lets the host accept a tool or an unregistered singleton. A peer with a name keeps it, even if the host does not support tools. */
	void unregistered(int uid, Infos infos, Encoding encoding) {
		if (hello.proc().filter(proc -> proc.nspace().isEmpty() || !proc.rank().isProcess()).isPresent()) {
			refuse(Status.ERR_BAD_PARAM, "the tool asks to keep its name, but names no process");
			return;
		}
		context.host().call("connection of a tool", h -> h.toolConnected(infos), proc -> {
			Optional<Proc> assigned = hello.flag().needsId() ? Optional.of(proc) : Optional.empty();
			admitUnregistered(hello.proc().orElse(proc), uid, encoding, assigned);
		}, status -> {
			if (status.equals(Status.ERR_NOT_SUPPORTED) && hello.proc().isPresent()) {
				admitUnregistered(hello.proc().get(), uid, encoding, Optional.empty());
			} else {
				refuse(status, "the host refuses the tool");
			}
		});
	}

	private void admitUnregistered(Proc proc, int uid, Encoding encoding, Optional<Proc> assigned) {
		Client client = new Client(proc, uid, hello.user().orElseThrow().gid(), proc);
		admit(new Entry(proc, uid, encoding, assigned, () -> context.clients().adopt(client)));
	}

	/** The identity under which a process is admitted, and a task to run first if the connection is still open. */
	private record Entry(Proc proc, int uid, Encoding encoding, Optional<Proc> assigned, Runnable first) {
	}

	private void admit(Entry entry) {
		if (!decide()) {
			return;
		}
		HelloReply reply = ReplyForm.of(hello.flag(), hello.version()) == ReplyForm.CLIENT
				? new HelloReply.ClientAccepted(context.nextIndex())
				: new HelloReply.ToolAccepted(entry.assigned, context.options().identity());
		PeerFormat format = new PeerFormat(entry.encoding, hello.version(), context.options().limits());
		handshake.accept(reply, peer -> {
			entry.first.run();
			ServerPeer admitted = new ServerPeer(peer, entry.proc, hello.flag(), entry.uid, format, context.memory(), context.log());
			context.clients().connected(admitted);
			return context.handler(admitted);
		});
	}

	/** Returns whether this is the first decision, which alone counts: the host may answer after the time limit. */
	private boolean decide() {
		assert handshake.transport().loop().inLoop();
		boolean first = !decided;
		decided = true;
		limit.cancel();
		memory.end();
		return first;
	}

	private void refuse(Status status, String why) {
		refuse(new PmixException(status, why));
	}

	/** Refuses the connection and logs a warning, where the user who started the process finds the reason. */
	void refuse(PmixException why) {
		refuse(why, context.log()::add);
	}

	/** Refuses a process that has ended in the meantime, without a warning: a process that is killed during startup does that. */
	void refuseLate(PmixException why) {
		refuse(why, line -> LOG.log(Level.DEBUG, line));
	}

	private void refuse(PmixException why, Consumer<String> log) {
		if (decide()) {
			String text = hello + ": " + why.getMessage();
			log.accept("connection from " + handshake.transport().remote() + " refused: " + text);
			handshake.refuse(why.status(), text);
		}
	}
}
