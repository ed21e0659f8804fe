// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.admission;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.server.internal.peer.Complaints;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.server.internal.registry.Client;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloReply;
import org.pmix4j.wire.internal.handshake.ReplyForm;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.Timer;
import org.pmix4j.wire.internal.message.PeerFormat;
import org.pmix4j.wire.internal.peer.AcceptHandshake;
import org.pmix4j.wire.internal.peer.PeerHandler;

/**
 * One on its way in, from its hello to the answer: whatever takes its time on that way, there is a limit to all of it. Ends with
 * the first answer. Made by the {@link Doorman}, on the loop.
 */
final class Admission {
	private static final Logger LOG = System.getLogger(Admission.class.getName());
	private static final Runnable NOTHING = () -> {
	};

	private final Entrance entrance;
	private final Hello hello;
	private final AcceptHandshake handshake;
	private final Complaints refusals;
	private final Timer limit;
	private boolean decided;

	Admission(Entrance entrance, Hello hello, AcceptHandshake handshake, Complaints refusals) {
		this.entrance = entrance;
		this.hello = hello;
		this.handshake = handshake;
		this.refusals = refusals;
		Duration patience = entrance.options().admissionTimeout();
		this.limit = handshake.transport().loop().schedule(patience,
				() -> refuse(Status.ERR_TIMEOUT, "the host has not decided within " + patience.toSeconds() + " s"));
	}

	/** A process that was registered. */
	void client(Client client, Infos infos, Encoding encoding) {
		entrance.host().run("connection of " + client.proc(), h -> h.clientConnected(client.proc(), client.hostObject(), infos), status -> {
			if (!status.isSuccess() && !status.equals(Status.OPERATION_SUCCEEDED)) {
				refuse(status, "the host refuses it");
			} else if (entrance.registry().client(client.proc()).filter(now -> now.state() != Client.State.ENDED).isEmpty()) {
				refuse(Status.ERR_NOT_FOUND, "it is not registered any more");
			} else {
				admit(new Entry(client.proc(), client.uid(), encoding, Optional.empty(), NOTHING));
			}
		});
	}

	/** A tool, or a singleton that nobody has registered. Who brings a name keeps it, also if the host does not care for tools. */
	void stranger(int uid, Infos infos, Encoding encoding) {
		if (hello.proc().filter(proc -> proc.nspace().isEmpty() || !proc.rank().isProcess()).isPresent()) {
			refuse(Status.ERR_BAD_PARAM, "it wants to keep its name, but has none");
			return;
		}
		entrance.host().call("connection of a tool", h -> h.toolConnected(infos), proc -> {
			Optional<Proc> assigned = hello.flag().needsId() ? Optional.of(proc) : Optional.empty();
			admitStranger(hello.proc().orElse(proc), uid, encoding, assigned);
		}, status -> {
			if (status.equals(Status.ERR_NOT_SUPPORTED) && hello.proc().isPresent()) {
				admitStranger(hello.proc().get(), uid, encoding, Optional.empty());
			} else {
				refuse(status, "the host refuses it");
			}
		});
	}

	private void admitStranger(Proc proc, int uid, Encoding encoding, Optional<Proc> assigned) {
		Client client = new Client(proc, uid, hello.user().orElseThrow().gid(), proc);
		admit(new Entry(proc, uid, encoding, assigned, () -> entrance.clients().adopt(client)));
	}

	/** As whom one is let in, and what must be done first, if it has not left meanwhile. */
	private record Entry(Proc proc, int uid, Encoding encoding, Optional<Proc> assigned, Runnable first) {
	}

	private void admit(Entry entry) {
		if (!decide()) {
			return;
		}
		HelloReply reply = ReplyForm.of(hello.flag(), hello.version()) == ReplyForm.CLIENT
				? new HelloReply.ClientAccepted(entrance.nextIndex())
				: new HelloReply.ToolAccepted(entry.assigned, entrance.options().identity());
		PeerFormat format = new PeerFormat(entry.encoding, hello.version(), entrance.options().limits());
		handshake.accept(reply, peer -> {
			entry.first.run();
			ServerPeer entered = new ServerPeer(peer, entry.proc, hello.flag(), entry.uid, format, entrance.workload());
			entrance.clients().connected(entered);
			return new Entered(entered);
		});
	}

	/** Only the first answer counts: the host may be too late. */
	private boolean decide() {
		boolean first = !decided;
		decided = true;
		limit.cancel();
		return first;
	}

	private void refuse(Status status, String why) {
		refuse(new PmixException(status, why));
	}

	/** Turns it away, and says so in the log: whoever started the process may look for the reason there. */
	void refuse(PmixException why) {
		refuse(why, refusals::add);
	}

	/** Turns away one that has died meanwhile, as processes do that are killed while they start: no news for anybody. */
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

	/** One who is in. */
	private final class Entered implements PeerHandler {
		private final ServerPeer self;

		private Entered(ServerPeer self) {
			this.self = self;
		}

		@Override
		public void received(Frame frame) {
			entrance.received(self, frame);
		}

		@Override
		public void lost(CloseReason reason) {
			String line = self + " is gone: " + reason.detail();
			if (Doorman.isNews(reason)) {
				refusals.add(line);
			} else {
				LOG.log(Level.DEBUG, line);
			}
			entrance.clients().gone(self);
		}

		@Override
		public void writable(boolean writable) {
			self.listen(writable);
			if (writable) {
				entrance.clients().writable(self);
			}
		}
	}
}
