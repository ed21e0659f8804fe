// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.admission;

import java.lang.System.Logger;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.server.internal.peer.Complaints;
import org.pmix4j.server.internal.registry.Client;
import org.pmix4j.server.internal.registry.Namespace;
import org.pmix4j.server.spi.PeerUsers;
import org.pmix4j.wire.ConnectionOptions;
import org.pmix4j.wire.PeerOptions;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloFlag;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.Transport;
import org.pmix4j.wire.internal.peer.AcceptHandshake;

/**
 * Decides who comes in. A client must be registered and be of the user it was registered for, by its own word and, where the
 * kernel tells, by the kernel's; anybody else must be of this server's user and be welcome to the host. Owned by the server,
 * on the loop.
 *
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_connection_hdlr.c"
 */
public final class Doorman {
	private static final Logger LOG = System.getLogger(Doorman.class.getName());
	private static final int TAP_FRAMES = 16;
	private static final int MAX_WAITING = 4096;
	private static final Duration REPORT_PAUSE = Duration.ofMillis(200);

	private final Entrance entrance;
	private final EventLoop loop;
	private final Identification identification;
	private final OptionalInt ownUid;
	private final Complaints refusals;
	private final Doorstep doorstep;

	public Doorman(Entrance entrance, EventLoop loop, Identification identification, OptionalInt ownUid) {
		this.entrance = entrance;
		this.loop = loop;
		this.identification = identification;
		this.ownUid = ownUid;
		this.refusals = new Complaints(loop, LOG, "connections were refused or lost");
		this.doorstep = new Doorstep(loop, new PeerOptions(entrance.options().limits(), ConnectionOptions.DEFAULT,
				entrance.options().handshakeTimeout(), TAP_FRAMES), Math.clamp(DescriptorLimit.read() / 2, 1, MAX_WAITING), refusals,
				this::hello);
	}

	/** @return where those stand whose hello is awaited */
	public Doorstep doorstep() {
		return doorstep;
	}

	private void hello(Hello hello, AcceptHandshake handshake) {
		Admission admission = new Admission(entrance, hello, handshake, refusals);
		try {
			Encoding encoding = HelloCheck.encoding(hello);
			Infos infos = HelloCheck.announcement(hello, encoding, entrance.options().limits());
			identify(hello, handshake.transport(), admission, new Candidate(registered(hello), encoding, infos));
		} catch (PmixException e) {
			refuse(hello, admission, e);
		}
	}

	/** Whoever sends nonsense, or reads nothing, may look for the reason of the close; that processes come and go is no news. */
	static boolean isNews(CloseReason reason) {
		return switch (reason.kind()) {
			case MALFORMED, SLOW_READER, SILENT, TRUNCATED, NO_ROOM -> true;
			case DONE, END_OF_STREAM, BROKEN, REFUSED, INTERNAL, LOOP_ENDED -> false;
		};
	}

	/** What a hello is found to be, its user apart. */
	private record Candidate(Optional<Client> client, Encoding encoding, Infos infos) {
	}

	/** A table is read in pieces and may lack a line, so one who is not found gets a second look. */
	private void identify(Hello hello, Transport transport, Admission admission, Candidate candidate) {
		PeerUsers.Connection connection = new PeerUsers.Connection(transport.remote(), transport.local());
		identification.ask(connection, word -> {
			if (word.told() && word.uid().isEmpty() && isRemote(transport.remote())) {
				decide(hello, admission, candidate, Identification.Word.SILENCE);
			} else if (word.told() && word.uid().isEmpty()) {
				identification.ask(connection, again -> decide(hello, admission, candidate, again));
			} else {
				decide(hello, admission, candidate, word);
			}
		});
	}

	/** From another machine, of whose processes the kernel here knows nothing; only if such are welcome. */
	private boolean isRemote(InetSocketAddress address) {
		try {
			return entrance.options().listen().remote() && NetworkInterface.getByInetAddress(address.getAddress()) == null;
		} catch (SocketException e) {
			return false;
		}
	}

	private void decide(Hello hello, Admission admission, Candidate candidate, Identification.Word word) {
		if (word.told() && word.uid().isEmpty()) {
			refuseNobody(hello, admission);
			return;
		}
		Optional<Client> client = candidate.client;
		int claimed = hello.user().isPresent() ? hello.user().get().uid() : 0;
		int stranger = entrance.options().foreignTools() ? word.uid().orElse(claimed) : ownUid.orElse(claimed);
		int uid = client.isPresent() ? client.get().uid() : stranger;
		try {
			HelloCheck.requireUser(hello, candidate.infos, word.uid(), uid, client.map(c -> c.gid()));
			if (client.isEmpty()) {
				requireOwn(hello.proc(), uid);
			}
		} catch (PmixException e) {
			refuse(hello, admission, e);
			return;
		}
		if (client.isPresent() && hello.flag().isClient()) {
			admission.client(client.get(), candidate.infos, candidate.encoding);
		} else {
			admission.stranger(uid, candidate.infos, candidate.encoding);
		}
	}

	private void refuse(Hello hello, Admission admission, PmixException why) {
		if (hasEnded(hello)) {
			admission.refuseLate(why);
		} else {
			admission.refuse(why);
		}
	}

	/** A process that is killed while it connects is nobody's a moment before the host tells of its end, and then no news. */
	private void refuseNobody(Hello hello, Admission admission) {
		PmixException why = new PmixException(Status.ERR_INVALID_CRED,
				"the kernel does not know whose it is: it was closed already, or comes from another machine");
		admission.refuseLate(why);
		loop.schedule(REPORT_PAUSE, () -> {
			if (!hasEnded(hello)) {
				refusals.add("connection refused: " + hello + ": " + why.getMessage());
			}
		});
	}

	private boolean hasEnded(Hello hello) {
		return hello.proc().filter(entrance.registry()::hasEnded).isPresent();
	}

	/**
	 * @return the process of that name that was registered, if that is who the hello comes from
	 * @throws PmixException if it must be registered and is not, or may not use the name
	 */
	private Optional<Client> registered(Hello hello) throws PmixException {
		Optional<Client> client = hello.proc().flatMap(entrance.registry()::client);
		return switch (hello.flag()) {
			case CLIENT, SINGLETON, TOOL_CLIENT, LAUNCHER_CLIENT -> {
				if (client.isEmpty() ? hello.flag() == HelloFlag.CLIENT : client.get().state() == Client.State.ENDED) {
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
		if (proc.isPresent() && (proc.get().equals(entrance.options().identity()) || client.isPresent() && !isAdopted(proc.get()))) {
			throw new PmixException(Status.ERR_EXISTS, "the name " + proc.get() + " is taken");
		}
	}

	/** Who joins the strangers of a namespace gets at their data. */
	private void requireOwn(Optional<Proc> proc, int uid) throws PmixException {
		Optional<Namespace> strangers = proc.flatMap(name -> entrance.registry().find(name.nspace())).filter(Namespace::isAdopted);
		if (strangers.isPresent() && strangers.get().clients().stream().anyMatch(other -> other.uid() != uid)) {
			throw new PmixException(Status.ERR_EXISTS, "the namespace " + strangers.get().name() + " is another user's");
		}
	}

	private boolean isAdopted(Proc proc) {
		return entrance.registry().find(proc.nspace()).filter(Namespace::isAdopted).isPresent();
	}
}
