// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.admission;

import java.util.Optional;
import java.util.OptionalInt;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.internal.text.PeerText;
import org.pmix4j.server.internal.registry.Client;
import org.pmix4j.server.internal.registry.Namespace;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloFlag;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.peer.AcceptHandshake;

/**
 * Decides which connections are admitted. A client must be registered, and must run as the user it was registered for, according to its
 * hello and, if it reports users, to the kernel, which was queried before the hello was read. A tool or singleton must run as this server's
 * user, and the host must accept it. Owned by the server, on its loop.
 *
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_connection_hdlr.c"
 */
public final class AdmissionControl {
	private final AdmissionContext context;
	private final EventLoop loop;
	private final OptionalInt ownUid;

	public AdmissionControl(AdmissionContext context, EventLoop loop, OptionalInt ownUid) {
		this.context = context;
		this.loop = loop;
		this.ownUid = ownUid;
	}

	/** Begins the admission of a connection whose hello has arrived. */
	public void greeted(Hello hello, AcceptHandshake handshake, Arrival arrival) {
		assert loop.inLoop();
		Admission admission = new Admission(context, hello, handshake, arrival.memory());
		try {
			Encoding encoding = HelloCheck.encoding(hello);
			Infos infos = HelloCheck.announcement(hello, encoding, context.options().limits());
			decide(hello, admission, new Candidate(registered(hello), encoding, infos), arrival.user());
		} catch (PmixException e) {
			refuse(hello, admission, e);
		}
	}

	/** The content of an acceptable hello whose claims about its user are still to be checked. */
	private record Candidate(Optional<Client> client, Encoding encoding, Infos infos) {
	}

	private void decide(Hello hello, Admission admission, Candidate candidate, PeerUser user) {
		assert loop.inLoop();
		Optional<Client> client = candidate.client;
		int claimed = hello.user().isPresent() ? hello.user().get().uid() : 0;
		int required = context.options().foreignTools() ? user.uid().orElse(claimed) : ownUid.orElse(claimed);
		int uid = client.isPresent() ? client.get().uid() : required;
		try {
			HelloCheck.requireUser(hello, candidate.infos, user.uid(), uid, client.map(c -> c.gid()));
			if (client.isEmpty()) {
				requireSameUser(hello.proc(), uid);
			}
		} catch (PmixException e) {
			refuse(hello, admission, e);
			return;
		}
		if (client.isEmpty()) {
			admission.unregistered(uid, candidate.infos, candidate.encoding);
		} else if (hello.flag().isClient()) {
			admission.named(client.get(), () -> admission.client(client.get(), candidate.infos, candidate.encoding));
		} else {
			admission.named(client.get(), () -> admission.unregistered(uid, candidate.infos, candidate.encoding));
		}
	}

	private void refuse(Hello hello, Admission admission, PmixException why) {
		if (hasEnded(hello)) {
			admission.refuseLate(why);
		} else {
			admission.refuse(why);
		}
	}

	private boolean hasEnded(Hello hello) {
		return hello.proc().filter(context.registry()::hasEnded).isPresent();
	}

	/**
	 * @return the registered process that the hello comes from; empty for a tool or an unregistered process
	 * @throws PmixException NOT_FOUND if the process must be registered and is not; EXISTS if its name is taken
	 */
	private Optional<Client> registered(Hello hello) throws PmixException {
		Optional<Client> client = hello.proc().flatMap(context.registry()::client);
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

	/** Checks that the name that a tool has chosen belongs to no other process. A tool may use its own name for several connections. */
	private void requireFree(Optional<Proc> proc, Optional<Client> client) throws PmixException {
		if (proc.isPresent() && (proc.get().equals(context.options().identity()) || client.isPresent() && !isAdopted(proc.get()))) {
			throw new PmixException(Status.ERR_EXISTS, "the name " + proc.get() + " is taken");
		}
	}

	/** Checks that all unregistered processes of a namespace are of one user, because they can read each other's data. */
	private void requireSameUser(Optional<Proc> proc, int uid) throws PmixException {
		Optional<Namespace> namespace = proc.flatMap(name -> context.registry().find(name.nspace())).filter(Namespace::isAdopted);
		if (namespace.isPresent() && namespace.get().clients().stream().anyMatch(other -> other.uid() != uid)) {
			throw new PmixException(Status.ERR_EXISTS, "the namespace " + PeerText.of(namespace.get().name()) + " belongs to another user");
		}
	}

	private boolean isAdopted(Proc proc) {
		return context.registry().find(proc.nspace()).filter(Namespace::isAdopted).isPresent();
	}
}
