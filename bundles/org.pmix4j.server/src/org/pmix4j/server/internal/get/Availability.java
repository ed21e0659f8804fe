// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.get;

import java.util.function.BooleanSupplier;

import org.pmix4j.server.internal.registry.DataLocality;

/** The availability of the data of a query: present, expected or impossible. */
public enum Availability {
	/** The data are here. */
	AVAILABLE,
	/** The data will never come. */
	NEVER,
	/** A client of this server may commit the data, or it is not known yet which server has them. */
	LATER,
	/** The host has to ask another server. */
	REMOTE;

	/**
	 * Decides for one query.
	 *
	 * @param locality of the target
	 * @param found    whether the data are in the store
	 * @param refresh  whether data of another node are too old
	 * @param forPeer  whether a peer requests the data; a request of another server is not passed on, or two servers might ask each other
	 *                 forever
	 * @param hopeless whether a client of this server can no longer provide the data
	 */
	public static Availability of(DataLocality locality, boolean found, boolean refresh, boolean forPeer, BooleanSupplier hopeless) {
		if (found && (locality.isLocal() || !refresh)) {
			return AVAILABLE;
		}
		return switch (locality.origin()) {
			case UNDECIDED -> LATER;
			case THIS_SERVER -> hopeless.getAsBoolean() ? NEVER : LATER;
			case NO_SERVER -> NEVER;
			case OTHER_SERVER -> forPeer ? REMOTE : NEVER;
			case UNKNOWN -> forPeer ? REMOTE : LATER;
		};
	}
}
