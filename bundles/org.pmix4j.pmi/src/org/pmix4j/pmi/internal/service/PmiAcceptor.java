// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.internal.service;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.model.bytes.ByteStrings;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.server.spi.PeerUsers;
import org.pmix4j.wire.ConnectionOptions;
import org.pmix4j.wire.internal.kernel.OverflowUser;
import org.pmix4j.wire.internal.loop.AcceptListener;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.Connection;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.Listener;
import org.pmix4j.wire.internal.loop.Transport;

/**
 * Accepts the ranks of one job: the port tells the job, since all jobs number their ranks alike. Makes nothing else until a process
 * connects. Owned by a {@link PmiService}, used on the loop.
 */
final class PmiAcceptor implements AcceptListener {
	/** Connections beyond one for each rank: those of processes that have not said which rank they are. */
	private static final int SPARE = 32;
	/** The time for which a silent connection keeps its place when others wait. */
	private static final Duration GRACE = Duration.ofSeconds(1);
	private static final Duration STALL_LIMIT = Duration.ofMinutes(1);
	private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);
	private static final int HIGH_WATER = 1 << 16;
	private static final int KEY_BYTES = 16;

	private final EventLoop loop;
	private final PmiJob job;
	private final PmiHost host;
	private final PmiService service;
	private final Listener listener;
	private final PmiAddress address;
	private Optional<PmiNamespace> namespace = Optional.empty();
	/** The ranks that have ended before any has connected. */
	private final BitSet ended = new BitSet();
	private final Set<PmiPeer> peers = new LinkedHashSet<>();
	/** Connections whose users are being looked for. */
	private int undecided;
	private boolean closed;
	private boolean complained;

	PmiAcceptor(PmiService service, PmiJob job, boolean inherits) throws IOException {
		this.service = service;
		this.loop = service.loop();
		this.job = job;
		this.host = service.host();
		listener = loop.listen(Listener.LOOPBACK, this);
		address = new PmiAddress(listener.address().getAddress().getHostAddress(), listener.address().getPort(), inherits ? key() : "");
	}

	private static String key() {
		byte[] key = new byte[KEY_BYTES];
		new SecureRandom().nextBytes(key);
		return HexFormat.of().formatHex(key);
	}

	/** Returns the address for ranks. */
	PmiAddress address() {
		return address;
	}

	/** Returns whether a key is that of the launcher, in a time that does not depend on it. */
	boolean isKey(String key) {
		return !address.key().isEmpty() && MessageDigest.isEqual(ByteStrings.encode(key), ByteStrings.encode(address.key()));
	}

	/** Returns what the ranks share; empty as long as none has connected. */
	Optional<PmiNamespace> namespace() {
		return namespace;
	}

	/** Returns what the ranks share, though none may have connected. */
	PmiNamespace shared() {
		if (namespace.isEmpty()) {
			PmiNamespace made = new PmiNamespace(job, service);
			ended.stream().forEach(made::ended);
			namespace = Optional.of(made);
		}
		return namespace.get();
	}

	/** Notes that the process of a rank has ended. */
	void ended(int rank) {
		if (namespace.isEmpty()) {
			ended.set(rank);
		} else {
			namespace.get().ended(rank);
		}
	}

	@Override
	public int capacity() {
		// a rank may inherit a connection and open another one
		return (address.key().isEmpty() ? 1 : 2) * job.size() + SPARE - peers.size() - undecided;
	}

	@Override
	public Optional<Duration> makeRoom() {
		for (PmiPeer peer : peers) {
			if (peer.isUnknown()) {
				Duration left = GRACE.minus(peer.age());
				if (left.isPositive()) {
					return Optional.of(left);
				}
				peers.remove(peer);
				peer.close(new CloseReason(CloseReason.Kind.NO_ROOM, "others need its place"));
				return Optional.of(Duration.ZERO);
			}
		}
		return Optional.empty();
	}

	/** Closes connections of other users unread. */
	@Override
	public void accepted(List<Transport> batch) {
		Map<PeerUsers.Connection, Transport> waiting = new HashMap<>();
		batch.forEach(transport -> waiting.put(new PeerUsers.Connection(transport.remote(), transport.local()), transport));
		undecided += batch.size();
		host.users(new ArrayList<>(waiting.keySet())).whenComplete((users, problem) -> {
			Map<PeerUsers.Connection, Integer> known = problem == null && users.isPresent() ? users.get() : Map.of();
			if (loop.inLoop()) {
				decide(waiting, known);
			} else {
				loop.execute(() -> decide(waiting, known));
			}
		});
	}

	private void decide(Map<PeerUsers.Connection, Transport> waiting, Map<PeerUsers.Connection, Integer> users) {
		undecided -= waiting.size();
		waiting.forEach((connection, transport) -> {
			Integer user = users.get(connection);
			if (closed || user == null || user != service.uid()) {
				transport.close();
				if (user != null && user != service.uid()) {
					complain("its process belongs to user " + Integer.toUnsignedString(user));
				}
			} else if (service.uid() == OverflowUser.UID) {
				// all users of the machine that are not mapped into this user namespace look like this one
				transport.close();
				complain("its user cannot be told from others in this user namespace");
			} else {
				open(transport);
			}
		});
	}

	/** Warns once, as strangers may connect any number of times. */
	void complain(String reason) {
		if (!complained) {
			complained = true;
			PeerLog.of(PmiAcceptor.class).log(Level.WARNING, "a connection to the PMI port of " + job.nspace() + " was refused: " + reason);
		}
	}

	private void open(Transport transport) {
		PmiPeer[] made = new PmiPeer[1];
		Connection.open(transport, new ConnectionOptions(HIGH_WATER, HIGH_WATER / 2, STALL_LIMIT, CLOSE_LIMIT), connection -> {
			made[0] = new PmiPeer(this, shared(), host, connection);
			return made[0];
		});
		peers.add(made[0]);
		made[0].begin();
	}

	/** Forgets a connection. */
	void closed(PmiPeer peer) {
		peers.remove(peer);
	}

	/** Closes all connections after what is queued for them. */
	void close() {
		closed = true;
		listener.close();
		List.copyOf(peers).forEach(peer -> peer.close(CloseReason.DONE));
		namespace().ifPresent(PmiNamespace::end);
	}
}
