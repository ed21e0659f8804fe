// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.listen;

import java.lang.System.Logger.Level;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.server.options.ListenOptions;
import org.pmix4j.wire.internal.loop.Listener;

/**
 * Selects the address on which a server listens: loopback unless remote peers may connect, IPv4 before IPv6. Stateless; queries the kernel,
 * except for the default options.
 *
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_listener.c"
 */
public final class ListenAddresses {
	private static final PeerLog LOG = PeerLog.of(ListenAddresses.class);
	/** Prefix of virtual machine bridges, which lead to no other machine. */
	private static final String VIRTUAL = "vir";

	/**
	 * An address of this machine.
	 *
	 * @param name     name of its interface
	 * @param loopback whether it is a loopback address
	 * @param address  the address
	 */
	public record Candidate(String name, boolean loopback, InetAddress address) {
	}

	private ListenAddresses() {
	}

	/**
	 * @param options options of the user
	 * @return the address with each port to try, in order
	 * @throws PmixException NOT_AVAILABLE if no interface matches, BAD_PARAM if an interface pattern is malformed
	 */
	public static List<InetSocketAddress> of(ListenOptions options) throws PmixException {
		if (!options.remote() && options.ipv4() && options.include().isEmpty() && options.exclude().isEmpty()) {
			return withPorts(Listener.LOOPBACK.getAddress(), options);
		}
		return withPorts(pick(options, candidates()), options);
	}

	private static List<Candidate> candidates() throws PmixException {
		List<Candidate> found = new ArrayList<>();
		try {
			for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
				if (each.isUp()) {
					boolean loopback = each.isLoopback();
					each.inetAddresses().forEach(address -> found.add(new Candidate(each.getName(), loopback, address)));
				}
			}
		} catch (SocketException e) {
			throw new PmixException(Status.ERR_NOT_AVAILABLE, "cannot list the network interfaces: " + e.getMessage(), e);
		}
		return found;
	}

	/**
	 * @param options    options of the user
	 * @param candidates all addresses
	 * @return the preferred one
	 * @throws PmixException NOT_AVAILABLE if none matches, BAD_PARAM if an interface pattern is malformed
	 */
	public static InetAddress pick(ListenOptions options, List<Candidate> candidates) throws PmixException {
		List<InterfacePattern> include = patterns(options.include());
		List<InterfacePattern> exclude = patterns(options.exclude());
		List<Candidate> usable = candidates.stream().filter(each -> !each.name.startsWith(VIRTUAL) && !each.address.isLinkLocalAddress())
				.filter(each -> isIpv4(each.address) ? options.ipv4() : options.ipv6())
				.filter(each -> include.isEmpty() || isAmong(include, each)).filter(each -> !isAmong(exclude, each)).toList();
		Optional<Candidate> best = first(usable, !options.remote());
		if (best.isEmpty() && !options.remote()) {
			best = first(usable, false);
		}
		return best.orElseThrow(() -> new PmixException(Status.ERR_NOT_AVAILABLE, "no interface among "
				+ candidates.stream().map(each -> each.name + " (" + each.address.getHostAddress() + ")").toList() + " matches "
				+ options)).address;
	}

	private static Optional<Candidate> first(List<Candidate> usable, boolean loopback) {
		List<Candidate> wanted = usable.stream().filter(each -> each.loopback == loopback).toList();
		return wanted.stream().filter(each -> isIpv4(each.address)).findFirst().or(() -> wanted.stream().findFirst());
	}

	private static List<InterfacePattern> patterns(List<String> texts) throws PmixException {
		List<InterfacePattern> patterns = new ArrayList<>();
		for (String text : texts) {
			patterns.add(InterfacePattern.parse(text));
		}
		return patterns;
	}

	private static boolean isAmong(List<InterfacePattern> patterns, Candidate candidate) {
		return patterns.stream().anyMatch(pattern -> pattern.matches(candidate.name, candidate.address));
	}

	private static boolean isIpv4(InetAddress address) {
		return address instanceof Inet4Address;
	}

	private static List<InetSocketAddress> withPorts(InetAddress address, ListenOptions options) {
		if (!isIpv4(address)) {
			LOG.log(Level.WARNING, "{0} is an IPv6 address, to which programs with the C library up to 6.1 cannot connect",
					address.getHostAddress());
		}
		return (isIpv4(address) ? options.ipv4Ports() : options.ipv6Ports()).stream().map(port -> new InetSocketAddress(address, port))
				.toList();
	}
}
