// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

import org.pmix4j.client.group.Groups;
import org.pmix4j.client.hardware.Hardware;
import org.pmix4j.client.host.HostServices;
import org.pmix4j.client.names.Names;
import org.pmix4j.client.process.Processes;
import org.pmix4j.client.security.Credentials;

/**
 * The calls of PMIx that clients and tools have in common, by topic. Code that takes this type works in a rank, in a tool, and with each
 * server of a tool. Thread-safe. Blocking calls throw {@link IllegalStateException} in a handler.
 *
 * @since 0.1.0
 */
public interface PmixTopics {
	/** {@return the events of this connection: registers handlers and raises events} */
	EventHandlers events();

	/** {@return the forwarding of output and input of other processes} */
	ProcessIo io();

	/** {@return the calls that publish data and look them up} */
	Names names();

	/** {@return the calls that spawn jobs, connect processes, and resolve peers and nodes} */
	Processes processes();

	/** {@return the calls that form groups of processes} */
	Groups groups();

	/** {@return the requests to the host: queries, logging, resources, control, monitoring} */
	HostServices host();

	/** {@return the calls that obtain and validate credentials} */
	Credentials credentials();

	/** {@return the calls for the hardware of the node and for fabrics} */
	Hardware hardware();

	/** {@return the pending requests and the last messages in both directions, for people} */
	String dump();
}
