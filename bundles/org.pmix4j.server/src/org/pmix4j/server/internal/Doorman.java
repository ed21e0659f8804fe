// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.server.ServerOptions;
import org.pmix4j.wire.codec.Dialect;
import org.pmix4j.wire.codec.Encoding;
import org.pmix4j.wire.frame.Frame;
import org.pmix4j.wire.handshake.Credential;
import org.pmix4j.wire.handshake.Hello;
import org.pmix4j.wire.handshake.HelloFlag;
import org.pmix4j.wire.handshake.HelloReply;
import org.pmix4j.wire.handshake.ReplyForm;
import org.pmix4j.wire.loop.CloseReason;
import org.pmix4j.wire.loop.ConnectionOptions;
import org.pmix4j.wire.loop.Transport;
import org.pmix4j.wire.message.PeerFormat;
import org.pmix4j.wire.peer.AcceptHandshake;
import org.pmix4j.wire.peer.Greeter;
import org.pmix4j.wire.peer.PeerHandler;
import org.pmix4j.wire.peer.PeerOptions;

/**
 * Decides who comes in. A client must be registered and be of the user it was registered for, by its own word and, where the
 * kernel tells, by the kernel's; anybody else must be of this server's user and be welcome to the host. Owned by the server,
 * on the loop.
 *
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_connection_hdlr.c"
 */
final class Doorman {
	private static final Logger LOG = System.getLogger(Doorman.class.getName());
	private static final int TAP_FRAMES = 16;
	private static final String HASH = "hash";

	private final ServerOptions options;
	private final PeerOptions peerOptions;
	private final Rooms rooms;
	private final Dispatcher dispatcher;
	private final OptionalInt ownUid;
	private int nextIndex;

	Doorman(ServerOptions options, Rooms rooms, Dispatcher dispatcher, OptionalInt ownUid) {
		this.options = options;
		this.peerOptions = new PeerOptions(options.limits(), ConnectionOptions.DEFAULT, options.handshakeTimeout(), TAP_FRAMES);
		this.rooms = rooms;
		this.dispatcher = dispatcher;
		this.ownUid = ownUid;
	}

	/** Some came together: the kernel is asked once for all of them. */
	void arrived(List<Transport> batch) {
		PeerUid owners = PeerUid.snapshot();
		for (Transport transport : batch) {
			AcceptHandshake.start(transport, peerOptions, new Guest(owners.of(transport.remote(), transport.local())));
		}
	}

	/** One who stands at the door, with the user id that the kernel knows, if it does. */
	private final class Guest implements Greeter {
		private final OptionalInt kernelUid;

		private Guest(OptionalInt kernelUid) {
			this.kernelUid = kernelUid;
		}

		@Override
		public void hello(Hello hello, AcceptHandshake handshake) {
			try {
				Encoding encoding = check(hello);
				Optional<Client> client = hello.flag().isClient() ? hello.proc().flatMap(rooms.registry()::client) : Optional.empty();
				if (client.isPresent()) {
					checkUser(hello, client.get().uid, Optional.of(client.get().gid));
					admitClient(hello, handshake, encoding, client.get());
				} else if (hello.flag() == HelloFlag.CLIENT) {
					throw new PmixException(Status.ERR_NOT_FOUND, hello.proc().orElseThrow() + " is not registered");
				} else {
					checkUser(hello, ownUid.orElse(hello.user().map(Credential::uid).orElse(0)), Optional.empty());
					admitTool(hello, handshake, encoding);
				}
			} catch (PmixException e) {
				refuse(handshake, e.status(), hello + ": " + e.getMessage());
			}
		}

		@Override
		public void failed(CloseReason reason) {
			LOG.log(Level.DEBUG, "a connection ended before its hello was answered: {0}", reason);
		}

		private void checkUser(Hello hello, int uid, Optional<Integer> gid) throws PmixException {
			if (kernelUid.isPresent() && kernelUid.getAsInt() != uid) {
				throw new PmixException(Status.ERR_INVALID_CRED, "the kernel says that it is of user " + kernelUid.getAsInt() + ", not " + uid);
			}
			if (hello.psec().equals("none") && kernelUid.isPresent()) {
				return;
			}
			Credential claimed = Credential.parse(hello.credential(), ByteOrder.nativeOrder())
					.filter(c -> hello.psec().equals(Credential.NATIVE))
					.orElseThrow(() -> new PmixException(Status.ERR_INVALID_CRED, "a credential of module '" + hello.psec() + "' with "
							+ hello.credential().size() + " bytes; this server takes '" + Credential.NATIVE + "' with 8"));
			if (claimed.uid() != uid || gid.isPresent() && claimed.gid() != gid.get()) {
				throw new PmixException(Status.ERR_INVALID_CRED, "it claims to be " + claimed + ", but is registered for user " + uid);
			}
		}
	}

	private static Encoding check(Hello hello) throws PmixException {
		if (!hello.version().isAcceptedByServers()) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, "release " + hello.version() + "; this server takes 2.1 and later");
		}
		if (hello.flag().isClient() && !hello.gds().contains(HASH)) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, "it wants data by '" + hello.gds()
					+ "', which is shared memory of the C library; start it with PMIX_GDS_MODULE=" + HASH);
		}
		Dialect dialect = Dialect.best(String.join(",", hello.bfrops())).orElseThrow(
				() -> new PmixException(Status.ERR_NOT_SUPPORTED, "dialects " + hello.bfrops() + "; this server speaks v21 and later"));
		return new Encoding(dialect, hello.described());
	}

	private void admitClient(Hello hello, AcceptHandshake handshake, Encoding encoding, Client client) {
		Infos infos = announcement(hello);
		rooms.host().run("client connected", h -> h.clientConnected(client.proc, client.hostObject, infos), status -> {
			if (status.isSuccess() || status.equals(Status.OPERATION_SUCCEEDED)) {
				admit(hello, handshake, encoding, client.proc, Optional.empty());
			} else {
				refuse(handshake, status, "the host refuses " + client.proc);
			}
		});
	}

	/** Tools, and singletons that nobody has registered. */
	private void admitTool(Hello hello, AcceptHandshake handshake, Encoding encoding) {
		Infos infos = announcement(hello);
		rooms.host().call("tool connection", h -> h.toolConnected(infos), proc -> {
			adopt(proc);
			admit(hello, handshake, encoding, proc, hello.flag().needsId() ? Optional.of(proc) : Optional.empty());
		}, status -> refuse(handshake, status, "the host refuses " + hello));
	}

	/** Who brings no job of its own is a job of one. */
	private void adopt(Proc proc) {
		if (rooms.registry().find(proc.nspace()).isEmpty()) {
			JobInfo job = new JobInfo();
			job.job.put(JobAttributes.JOB_SIZE.key(), JobAttributes.JOB_SIZE.type().toValue(1));
			job.job.put(JobAttributes.MAX_PROCS.key(), JobAttributes.MAX_PROCS.type().toValue(1));
			rooms.clients().defineNamespace(proc.nspace(), 0, job);
		}
	}

	private void admit(Hello hello, AcceptHandshake handshake, Encoding encoding, Proc proc, Optional<Proc> assigned) {
		HelloReply reply = ReplyForm.of(hello.flag(), hello.version()) == ReplyForm.CLIENT ? new HelloReply.ClientAccepted(nextIndex++)
				: new HelloReply.ToolAccepted(assigned, options.identity());
		PeerFormat format = new PeerFormat(encoding, hello.version(), options.limits());
		handshake.accept(reply, peer -> {
			Entered entered = new Entered(new ServerPeer(peer, proc, hello.flag(), format, announcement(hello)));
			rooms.clients().connected(entered.self);
			return entered;
		});
	}

	private static void refuse(AcceptHandshake handshake, Status status, String why) {
		LOG.log(Level.WARNING, "connection from {0} refused: {1}", handshake.transport().remote(), why);
		handshake.refuse(status, why);
	}

	private static Infos announcement(Hello hello) {
		Infos infos = Infos.EMPTY.with(IdentityAttributes.VERSION_INFO, hello.version().text());
		if (hello.user().isPresent()) {
			infos = infos.with(IdentityAttributes.USERID, hello.user().get().uid()).with(IdentityAttributes.GRPID,
					hello.user().get().gid());
		}
		if (hello.proc().isPresent()) {
			infos = infos.with(JobAttributes.NSPACE, hello.proc().get().nspace()).with(ProcAttributes.RANK, hello.proc().get().rank());
		}
		return infos;
	}

	/** One who is in. */
	private final class Entered implements PeerHandler {
		private final ServerPeer self;

		private Entered(ServerPeer self) {
			this.self = self;
		}

		@Override
		public void received(Frame frame) {
			dispatcher.received(self, frame);
		}

		@Override
		public void lost(CloseReason reason) {
			LOG.log(Level.DEBUG, "{0} is gone: {1}", self, reason);
			rooms.clients().gone(self);
		}
	}
}
