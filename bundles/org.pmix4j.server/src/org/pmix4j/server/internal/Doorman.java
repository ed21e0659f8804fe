// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.wire.codec.Encoding;
import org.pmix4j.wire.handshake.Hello;
import org.pmix4j.wire.handshake.HelloFlag;
import org.pmix4j.wire.loop.CloseReason;
import org.pmix4j.wire.loop.ConnectionOptions;
import org.pmix4j.wire.loop.Transport;
import org.pmix4j.wire.peer.AcceptHandshake;
import org.pmix4j.wire.peer.Greeter;
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

	private final ServerContext context;
	private final PeerOptions peerOptions;
	private final PeerUsers users;
	private final OptionalInt ownUid;
	private int waiting;

	Doorman(ServerContext context, PeerUsers users, OptionalInt ownUid) {
		this.context = context;
		this.peerOptions = new PeerOptions(context.options().limits(), ConnectionOptions.DEFAULT, context.options().handshakeTimeout(),
				TAP_FRAMES);
		this.users = users;
		this.ownUid = ownUid;
	}

	/** Some came together: the kernel is asked once for all of them. */
	void arrived(List<Transport> batch) {
		Optional<Map<Transport, Integer>> known = users.of(batch);
		for (Transport transport : batch) {
			waiting++;
			AcceptHandshake.start(transport, peerOptions, new Guest(known.map(table -> Optional.ofNullable(table.get(transport)))));
		}
	}

	/** @return how many have not said hello yet */
	int waiting() {
		return waiting;
	}

	/** One who stands at the door. */
	private final class Guest implements Greeter {
		/** Whose process it is; the outer one is empty where the kernel does not tell. */
		private final Optional<Optional<Integer>> first;
		private boolean silent = true;

		private Guest(Optional<Optional<Integer>> first) {
			this.first = first;
		}

		@Override
		public void hello(Hello hello, AcceptHandshake handshake) {
			heard();
			try {
				examine(hello, handshake);
			} catch (PmixException e) {
				Admission.refuse(handshake, hello, e);
			}
		}

		private void examine(Hello hello, AcceptHandshake handshake) throws PmixException {
			Encoding encoding = HelloCheck.encoding(hello);
			Infos infos = HelloCheck.announcement(hello, encoding, context.options().limits());
			OptionalInt known = kernelUid(handshake.transport());
			Optional<Client> client = registered(hello);
			int uid = client.isPresent() ? client.get().uid : ownUid.orElse(hello.user().isPresent() ? hello.user().get().uid() : 0);
			HelloCheck.requireUser(hello, infos, known, uid, client.map(c -> c.gid));
			Admission admission = new Admission(context, hello, handshake, encoding, uid);
			if (client.isPresent() && hello.flag().isClient()) {
				admission.client(client.get(), infos);
			} else {
				admission.stranger(infos);
			}
		}

		/** The table is read in pieces, so one who is not in it at first gets a second look. */
		private OptionalInt kernelUid(Transport transport) throws PmixException {
			if (first.isEmpty()) {
				return OptionalInt.empty();
			}
			Optional<Integer> uid = first.get().or(() -> users.of(List.of(transport)).map(table -> table.get(transport)));
			return OptionalInt.of(uid.orElseThrow(() -> new PmixException(Status.ERR_INVALID_CRED,
					"the kernel does not know whose it is: it was closed already, or comes from another machine")));
		}

		private void heard() {
			if (silent) {
				silent = false;
				waiting--;
			}
		}

		@Override
		public void failed(CloseReason reason) {
			heard();
			LOG.log(Level.DEBUG, "a connection ended before its hello was answered: {0}", reason);
		}
	}

	/**
	 * @return the process of that name that was registered, if that is who the hello comes from
	 * @throws PmixException if it must be registered and is not, or may not use the name
	 */
	private Optional<Client> registered(Hello hello) throws PmixException {
		Optional<Client> client = hello.proc().flatMap(context.rooms().registry()::client);
		return switch (hello.flag()) {
			case CLIENT, SINGLETON, TOOL_CLIENT, LAUNCHER_CLIENT -> {
				if (client.isEmpty() ? hello.flag() == HelloFlag.CLIENT : client.get().state == Client.State.ENDED) {
					throw new PmixException(Status.ERR_NOT_FOUND, hello.proc().orElseThrow() + " is not registered");
				}
				yield client;
			}
			case LEGACY_TOOL, LEGACY_LAUNCHER, TOOL_NEEDS_ID, TOOL_GIVEN_ID, LAUNCHER_NEEDS_ID, LAUNCHER_GIVEN_ID, SCHEDULER_GIVEN_ID -> {
				requireFree(hello.proc(), client);
				yield Optional.empty();
			}
		};
	}

	/** The name that somebody made up must not be that of somebody else; he may use his own twice. */
	private void requireFree(Optional<Proc> proc, Optional<Client> client) throws PmixException {
		if (proc.isPresent() && (proc.get().equals(context.options().identity()) || client.isPresent() && !isAdopted(proc.get()))) {
			throw new PmixException(Status.ERR_EXISTS, "the name " + proc.get() + " is taken");
		}
	}

	private boolean isAdopted(Proc proc) {
		return context.rooms().registry().find(proc.nspace()).filter(Namespace::isAdopted).isPresent();
	}
}
