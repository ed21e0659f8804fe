// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The address of this machine that processes on other nodes can connect to, and which nodes are others. Immutable. */
public final class OwnAddress {
	/** A name service that does not answer must not delay a launch for long. */
	private static final long LIMIT_SECONDS = 5;
	/** Any port: nothing is sent to it. */
	private static final int PORT = 9;

	/** By node, the address from which this machine would send to it; empty for a node that is not known. */
	private final Map<String, Optional<InetAddress>> ways;

	private OwnAddress(Map<String, Optional<InetAddress>> ways) {
		this.ways = ways;
	}

	/**
	 * {@return the address from which this machine would send to the first of the nodes that is another machine and has a known address; if
	 * none has one, that of its first network; empty if all nodes are this machine}
	 */
	public Optional<InetAddress> address() {
		List<InetAddress> known = ways.values().stream().flatMap(Optional::stream).toList();
		boolean isHere = !known.isEmpty() && known.size() == ways.size();
		return known.stream().filter(address -> !address.isLoopbackAddress()).findFirst()
				.or(() -> isHere ? Optional.empty() : Optional.of(ofNetworks()));
	}

	/** {@return the nodes that are not known to be this machine} */
	public Set<String> others() {
		return ways.keySet().stream().filter(node -> ways.get(node).filter(InetAddress::isLoopbackAddress).isEmpty())
				.collect(Collectors.toSet());
	}

	/**
	 * Looks up all nodes at the same time. Blocks for seconds at most.
	 *
	 * @param nodes names or addresses; none if they are not known
	 * @return what is known of them
	 */
	public static OwnAddress towards(Collection<String> nodes) {
		Map<String, CompletableFuture<Optional<InetAddress>>> lookups = new LinkedHashMap<>();
		for (String node : nodes) {
			lookups.computeIfAbsent(node, name -> CompletableFuture.supplyAsync(() -> towardsNode(name), Thread::startVirtualThread)
					.completeOnTimeout(Optional.empty(), LIMIT_SECONDS, TimeUnit.SECONDS));
		}
		Map<String, Optional<InetAddress>> ways = new LinkedHashMap<>();
		lookups.forEach((node, lookup) -> ways.put(node, lookup.join()));
		return new OwnAddress(ways);
	}

	/** Returns the address from which this machine would send to a node, the loopback address if it is that; empty if the node is unknown. */
	private static Optional<InetAddress> towardsNode(String node) {
		// connecting only looks up the route
		try (DatagramSocket socket = new DatagramSocket()) {
			InetAddress target = InetAddress.getByName(node);
			if (target.isLoopbackAddress() || NetworkInterface.getByInetAddress(target) != null) {
				return Optional.of(InetAddress.getLoopbackAddress());
			}
			socket.connect(new InetSocketAddress(target, PORT));
			return Optional.of(socket.getLocalAddress());
		} catch (IOException e) {
			return Optional.empty();
		}
	}

	private static InetAddress ofNetworks() {
		try {
			return NetworkInterface.networkInterfaces().filter(OwnAddress::isUp).flatMap(NetworkInterface::inetAddresses)
					.filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
					.min(Comparator.comparing(address -> !(address instanceof Inet4Address))).orElseGet(InetAddress::getLoopbackAddress);
		} catch (SocketException e) {
			return InetAddress.getLoopbackAddress();
		}
	}

	private static boolean isUp(NetworkInterface network) {
		try {
			return network.isUp() && !network.isLoopback();
		} catch (SocketException e) {
			return false; // it has gone
		}
	}
}
