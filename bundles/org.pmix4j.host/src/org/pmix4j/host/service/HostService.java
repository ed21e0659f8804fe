// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.service;

import java.io.IOException;

import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.model.PmixException;

/**
 * Starts hosts that end with the bundle that uses them. An OSGi service, provided by declarative services: each bundle has an instance of
 * its own. Methods may be called from any thread. Outside OSGi, use {@link LocalHost#start}.
 *
 * <pre>
 * &#64;Reference
 * HostService hosts;
 *
 * LocalHost host = hosts.start(HostOptions.defaults());
 * </pre>
 */
public interface HostService {
	/**
	 * Starts a host, as {@link LocalHost#start}. It is closed when the bundle releases this service or stops, if not before.
	 *
	 * @param options of the host
	 * @return the host
	 * @throws IOException           if the session directory cannot be created; the message says what to do
	 * @throws PmixException         if the server cannot listen
	 * @throws IllegalStateException if the bundle has released this service
	 */
	LocalHost start(HostOptions options) throws IOException, PmixException;
}
