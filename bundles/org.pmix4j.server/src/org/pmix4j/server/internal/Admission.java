// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.wire.codec.Encoding;
import org.pmix4j.wire.frame.Frame;
import org.pmix4j.wire.handshake.Hello;
import org.pmix4j.wire.handshake.HelloReply;
import org.pmix4j.wire.handshake.ReplyForm;
import org.pmix4j.wire.loop.CloseReason;
import org.pmix4j.wire.loop.EventLoop;
import org.pmix4j.wire.loop.Timer;
import org.pmix4j.wire.message.PeerFormat;
import org.pmix4j.wire.peer.AcceptHandshake;
import org.pmix4j.wire.peer.PeerHandler;

/**
 * One whose hello is understood and believed, on its way in: the host is asked, within a limit. Ends with the first answer.
 * Made by the {@link Doorman}, on the loop.
 */
final class Admission {
	private static final Logger LOG = System.getLogger(Admission.class.getName());
	private static final Runnable NOTHING = () -> {
	};

	private final ServerContext context;
	private final Hello hello;
	private final AcceptHandshake handshake;
	private final Encoding encoding;
	private final int uid;
	private Timer limit = Timer.NONE;
	private boolean decided;

	/** @param uid the user that the hello was found to be of */
	Admission(ServerContext context, Hello hello, AcceptHandshake handshake, Encoding encoding, int uid) {
		this.context = context;
		this.hello = hello;
		this.handshake = handshake;
		this.encoding = encoding;
		this.uid = uid;
	}

	/** A process that was registered. */
	void client(Client client, Infos infos) {
		await();
		rooms().host().run("connection of " + client.proc, h -> h.clientConnected(client.proc, client.hostObject, infos), status -> {
			if (!status.isSuccess() && !status.equals(Status.OPERATION_SUCCEEDED)) {
				refuse(status, "the host refuses it");
			} else if (rooms().registry().client(client.proc).filter(now -> now.state != Client.State.ENDED).isEmpty()) {
				refuse(Status.ERR_NOT_FOUND, "it is not registered any more");
			} else {
				admit(client.proc, Optional.empty(), NOTHING);
			}
		});
	}

	/** A tool, or a singleton that nobody has registered. Who brings a name keeps it, also if the host does not care for tools. */
	void stranger(Infos infos) {
		await();
		rooms().host().call("connection of a tool", h -> h.toolConnected(infos),
				proc -> admitStranger(hello.proc().orElse(proc), hello.flag().needsId() ? Optional.of(proc) : Optional.empty()), status -> {
					if (status.equals(Status.ERR_NOT_SUPPORTED) && hello.proc().isPresent()) {
						admitStranger(hello.proc().get(), Optional.empty());
					} else {
						refuse(status, "the host refuses it");
					}
				});
	}

	private void admitStranger(Proc proc, Optional<Proc> assigned) {
		Client client = new Client(proc, uid, hello.user().orElseThrow().gid(), proc);
		admit(proc, assigned, () -> rooms().clients().adopt(client));
	}

	private Rooms rooms() {
		return context.rooms();
	}

	private void await() {
		EventLoop loop = handshake.transport().loop();
		Duration patience = context.options().admissionTimeout();
		limit = loop.schedule(patience, () -> refuse(Status.ERR_TIMEOUT, "the host has not decided within " + patience.toSeconds() + " s"));
	}

	/** @param first what must be done before it is counted as connected, if it has not left meanwhile */
	private void admit(Proc proc, Optional<Proc> assigned, Runnable first) {
		if (!decide()) {
			return;
		}
		HelloReply reply = ReplyForm.of(hello.flag(), hello.version()) == ReplyForm.CLIENT
				? new HelloReply.ClientAccepted(context.nextIndex())
				: new HelloReply.ToolAccepted(assigned, context.options().identity());
		PeerFormat format = new PeerFormat(encoding, hello.version(), context.options().limits());
		handshake.accept(reply, peer -> {
			first.run();
			ServerPeer entered = new ServerPeer(peer, proc, hello.flag(), uid, format);
			rooms().clients().connected(entered);
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
		if (decide()) {
			refuse(handshake, hello, new PmixException(status, why));
		}
	}

	/** Turns somebody away, and says so in the log: whoever started the process may look for the reason there. */
	static void refuse(AcceptHandshake handshake, Hello hello, PmixException why) {
		String text = hello + ": " + why.getMessage();
		LOG.log(Level.WARNING, "connection from {0} refused: {1}", handshake.transport().remote(), text);
		handshake.refuse(why.status(), text);
	}

	/** One who is in. */
	private final class Entered implements PeerHandler {
		private final ServerPeer self;

		private Entered(ServerPeer self) {
			this.self = self;
		}

		@Override
		public void received(Frame frame) {
			context.dispatcher().received(self, frame);
		}

		@Override
		public void lost(CloseReason reason) {
			LOG.log(Level.DEBUG, "{0} is gone: {1}", self, reason);
			rooms().clients().gone(self);
		}

		@Override
		public void writable(boolean writable) {
			self.listen(writable);
		}
	}
}
