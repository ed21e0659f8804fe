// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.listen;

import java.lang.System.Logger;
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
import org.pmix4j.server.options.ListenOptions;
import org.pmix4j.wire.internal.loop.Listener;

/**
 * Picks the one address that a server listens at: loopback unless others shall come, IPv4 before IPv6. Without state; asks the
 * kernel, but for the options that nearly everybody has.
 *
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_listener.c"
 */
public final class ListenAddresses {
	private static final Logger LOG = System.getLogger(ListenAddresses.class.getName());
	/** Bridges of virtual machines lead nowhere else. */
	private static final String VIRTUAL = "vir";

	/**
	 * An address of this machine.
	 *
	 * @param name     of its interface
	 * @param loopback whether it leads back here
	 * @param address  of the interface
	 */
	public record Candidate(String name, boolean loopback, InetAddress address) {
	}

	private ListenAddresses() {
	}

	/**
	 * @param options what the user wants
	 * @return the address with each port that may be tried, in order
	 * @throws PmixException NOT_AVAILABLE if no interface is left, BAD_PARAM if an interface is not written as it should be
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
			throw new PmixException(Status.ERR_NOT_AVAILABLE, "the network interfaces cannot be listed: " + e.getMessage(), e);
		}
		return found;
	}

	/**
	 * @param options    what the user wants
	 * @param candidates all there is
	 * @return the best of them
	 * @throws PmixException NOT_AVAILABLE if none will do, BAD_PARAM if an interface is not written as it should be
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
		return best.orElseThrow(() -> new PmixException(Status.ERR_NOT_AVAILABLE, "none of the interfaces "
				+ candidates.stream().map(each -> each.name + " (" + each.address.getHostAddress() + ")").toList() + " will do for "
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
			LOG.log(Level.WARNING, "{0} is of IPv6; programs linked with the C library of PMIx up to 6.1 cannot connect to such an address",
					address.getHostAddress());
		}
		return (isIpv4(address) ? options.ipv4Ports() : options.ipv6Ports()).stream().map(port -> new InetSocketAddress(address, port))
				.toList();
	}
}
