// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.options;

import java.util.List;

/**
 * Addresses and ports on which a server listens. Immutable.
 *
 * @param remote    whether processes on other machines may connect, so that the address must not be a loopback address; the kernel cannot
 *                  identify their users, so their own claims are accepted
 * @param ipv4      whether IPv4 addresses are allowed
 * @param ipv6      whether IPv6 addresses are allowed, for peers in Java; the C library up to 6.1 reads port 0 from such an address
 * @param include   names of interfaces, addresses or subnets (address/bits) to use; empty for all
 * @param exclude   names of interfaces, addresses or subnets (address/bits) not to use
 * @param ipv4Ports IPv4 ports, of which the first free one is used; 0 for a port chosen by the system
 * @param ipv6Ports IPv6 ports, in the same way
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_listener.c"
 */
public record ListenOptions(boolean remote, boolean ipv4, boolean ipv6, List<String> include, List<String> exclude,
		List<Integer> ipv4Ports, List<Integer> ipv6Ports) {
	/** The loopback address, IPv4 as in all URIs of the C library, with a port chosen by the system. */
	public static final ListenOptions LOCAL = new ListenOptions(false, true, false, List.of(), List.of(), List.of(0), List.of(0));

	private static final int MAX_PORT = 0xffff;

	/**
	 * Checks that the server can be reached: on at least one address family and port.
	 *
	 * @throws IllegalArgumentException if no address family or no port is given, a port is invalid, or interfaces are both included and
	 *                                  excluded
	 */
	public ListenOptions {
		include = List.copyOf(include);
		exclude = List.copyOf(exclude);
		ipv4Ports = requirePorts(ipv4Ports);
		ipv6Ports = requirePorts(ipv6Ports);
		if (!ipv4 && !ipv6) {
			throw new IllegalArgumentException("neither IPv4 nor IPv6 is allowed, so no peer could connect");
		}
		if (!include.isEmpty() && !exclude.isEmpty()) {
			throw new IllegalArgumentException("interfaces both included " + include + " and excluded " + exclude + "; give only one list");
		}
	}

	private static List<Integer> requirePorts(List<Integer> ports) {
		if (ports.isEmpty()) {
			throw new IllegalArgumentException("a server needs at least one port; 0 selects any free port");
		}
		for (Integer port : ports) {
			if (port < 0 || port > MAX_PORT) {
				throw new IllegalArgumentException("the port must be in the range 0 to " + MAX_PORT + ", not " + port);
			}
		}
		return List.copyOf(ports);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param other whether processes on other machines may connect
	 */
	public ListenOptions withRemote(boolean other) {
		return new ListenOptions(other, ipv4, ipv6, include, exclude, ipv4Ports, ipv6Ports);
	}

	/**
	 * {@return a copy with these values}
	 *
	 * @param allowed4 whether IPv4 addresses are allowed
	 * @param allowed6 whether IPv6 addresses are allowed
	 */
	public ListenOptions withFamilies(boolean allowed4, boolean allowed6) {
		return new ListenOptions(remote, allowed4, allowed6, include, exclude, ipv4Ports, ipv6Ports);
	}

	/**
	 * {@return a copy with these interfaces}
	 *
	 * @param other interfaces to use
	 */
	public ListenOptions withInclude(List<String> other) {
		return new ListenOptions(remote, ipv4, ipv6, other, exclude, ipv4Ports, ipv6Ports);
	}

	/**
	 * {@return a copy with these interfaces}
	 *
	 * @param other interfaces not to use
	 */
	public ListenOptions withExclude(List<String> other) {
		return new ListenOptions(remote, ipv4, ipv6, include, other, ipv4Ports, ipv6Ports);
	}

	/**
	 * {@return a copy with these ports}
	 *
	 * @param ports4 IPv4 ports
	 * @param ports6 IPv6 ports
	 */
	public ListenOptions withPorts(List<Integer> ports4, List<Integer> ports6) {
		return new ListenOptions(remote, ipv4, ipv6, include, exclude, ports4, ports6);
	}
}
