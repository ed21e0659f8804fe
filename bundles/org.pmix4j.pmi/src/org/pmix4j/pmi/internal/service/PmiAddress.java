// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.internal.service;

import org.pmix4j.pmi.internal.codec.PmiDecoder;

/**
 * Where the ranks of a job find the service. Immutable.
 *
 * @param host of the port
 * @param port of the service for this job alone
 * @param key  proves that the launcher has made a connection; a secret of this process; empty if ranks inherit none
 */
public record PmiAddress(String host, int port, String key) {
	/** @return the address as in PMI_PORT */
	@Override
	public String toString() {
		return host + ":" + port;
	}

	/**
	 * {@return the first line on a connection that a rank inherits}
	 *
	 * @param rank its number
	 */
	public String greeting(int rank) {
		return "cmd=" + PmiDecoder.INHERITED + " pmiid=" + rank + " key=" + key + "\n";
	}
}
