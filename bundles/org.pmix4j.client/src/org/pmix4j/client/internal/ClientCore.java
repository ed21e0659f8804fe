// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.ClientOptions;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloFlag;
import org.pmix4j.wire.internal.handshake.NativeCredential;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.Transport;
import org.pmix4j.wire.internal.message.Delivery.EventDelivery;
import org.pmix4j.wire.internal.message.PeerFormat;
import org.pmix4j.wire.internal.peer.ConnectHandshake;
import org.pmix4j.wire.internal.peer.Peer;

/**
 * A client without its public face: the connection, the store, and one object for each family of operations. Owned by the
 * client, on its loop.
 */
public final class ClientCore implements ServerLink.Listener {
	private static final Logger LOG = System.getLogger(ClientCore.class.getName());
	/** The newest release whose habits we know: a server may send a newer client what this one would not understand. */
	private static final PeerVersion NEWEST = PeerVersion.parse("6.1.0");
	private static final String OUR_MARK = "-pmix4j";

	private final ServerContact contact;
	private final ServerLink link;
	private final DataOperations data;
	private final GetOperations gets;
	private final EventOperations events;
	private final JobOperations job;
	private boolean leaving;

	private ClientCore(Peer peer, ServerContact contact, ClientOptions options) {
		this.contact = contact;
		Proc self = contact.self();
		EventLoop loop = peer.loop();
		this.link = new ServerLink(peer, new PeerFormat(contact.encoding(), contact.version(), options.peer().limits()), this);
		ClientStore store = new ClientStore(self, contact.hostname(), contact.encoding(), options.peer().limits());
		this.data = new DataOperations(link, store, self, options.requestLimit(), options.fenceLimit());
		this.gets = new GetOperations(loop, link, store, self, options.requestLimit(), options.peer().limits());
		this.events = new EventOperations(loop, link, self, options.requestLimit(),
				new Callbacks(loop, options.executor(), options.handlerLimit()));
		this.job = new JobOperations(link, store, self);
	}

	/**
	 * Introduces this process to its server and learns about its job. On the transport's loop.
	 *
	 * @param transport connected to the server
	 * @param contact   who is who
	 * @param options   limits
	 * @return the client; completed on the loop. Fails if the server refuses or does not answer in time
	 */
	public static CompletableFuture<ClientCore> open(Transport transport, ServerContact contact, ClientOptions options) {
		Hello hello;
		try {
			hello = hello(contact);
		} catch (PmixException noUser) {
			transport.close();
			return CompletableFuture.failedFuture(noUser);
		}
		CompletableFuture<ClientCore> made = new CompletableFuture<>();
		return ConnectHandshake.start(transport, hello, contact.version(), options.peer(), (peer, reply) -> {
			ClientCore core = new ClientCore(peer, contact, options);
			made.complete(core);
			return core.link;
		}).thenCompose(peer -> made).thenCompose(core -> core.job.fetchJobInfo(options.connectLimit()).handle((nothing, failure) -> {
			if (failure != null) {
				core.leaving = true;
				core.link.close();
				return CompletableFuture.<ClientCore>failedFuture(failure);
			}
			return CompletableFuture.completedFuture(core);
		})).thenCompose(opened -> opened);
	}

	private static Hello hello(ServerContact contact) throws PmixException {
		ByteObject credential = contact.psec().equals(NativeCredential.NATIVE) ? OwnUser.credential().encode(ByteOrder.nativeOrder())
				: ByteObject.EMPTY;
		return new Hello(contact.psec(), credential, HelloFlag.CLIENT, Optional.empty(), Optional.of(contact.self()),
				announced(contact.version()), List.of(contact.encoding().dialect().moduleName()), contact.encoding().described(), "hash",
				ByteObject.EMPTY);
	}

	/**
	 * The release that we announce is the server's own, up to the newest that we know. C servers read the three numbers, each
	 * up to the next character that is no digit, and ignore the rest; they pick the form of the job information by them. Messages
	 * about groups they write in their own form, whatever the client; a server of ours writes them in the client's. Only a
	 * client of the server's own release can read both.
	 */
	static PeerVersion announced(PeerVersion server) {
		PeerVersion known = server.isAtLeast(NEWEST.major(), NEWEST.minor(), NEWEST.release()) ? NEWEST : server;
		return PeerVersion.parse(known.major() + "." + known.minor() + "." + known.release() + OUR_MARK);
	}

	/** @return who is who */
	public ServerContact contact() {
		return contact;
	}

	/** @return put, commit, fence */
	public DataOperations data() {
		return data;
	}

	/** @return get */
	public GetOperations gets() {
		return gets;
	}

	/** @return events */
	public EventOperations events() {
		return events;
	}

	/** @return abort, finalize */
	public JobOperations job() {
		return job;
	}

	/** @return whether the server can be reached, and this client has not begun to leave */
	public boolean isOpen() {
		return !leaving && link.isOpen();
	}

	/**
	 * Takes leave of the server.
	 *
	 * @return completed when it is done
	 */
	public CompletableFuture<Void> leave() {
		leaving = true;
		return job.leave();
	}

	/** @return what is waited for, and the last messages; for people */
	public String dump() {
		List<String> lines = new ArrayList<>(link.pending().dump());
		lines.add(link.peer().tap().dump(link.peer().loop().nanos(), entry -> ""));
		return String.join(System.lineSeparator(), lines);
	}

	@Override
	public void event(EventDelivery event) {
		events.delivered(event);
	}

	/** The program may not be waiting for anything when its server goes, so it is told by an event. */
	@Override
	public void lost(CloseReason reason) {
		if (leaving) {
			return;
		}
		LOG.log(Level.DEBUG, "{0} has lost its server: {1}", contact.self(), reason);
		events.delivered(new EventDelivery(Status.ERR_LOST_CONNECTION, contact.server(), DataRange.PROC_LOCAL,
				Infos.EMPTY.with(ProcAttributes.PROCID, contact.server())));
	}
}
