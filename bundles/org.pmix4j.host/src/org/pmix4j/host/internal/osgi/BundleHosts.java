// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.osgi;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.host.service.HostService;
import org.pmix4j.model.PmixException;

/**
 * The hosts of one bundle. Created and {@linkplain #close closed} by declarative services, as {@code OSGI-INF/hosts.xml} declares.
 * Thread-safe.
 */
public final class BundleHosts implements HostService {
	private final List<LocalHost> hosts = new ArrayList<>();
	private boolean closed;

	@Override
	public synchronized LocalHost start(HostOptions options) throws IOException, PmixException {
		if (closed) {
			throw new IllegalStateException("the bundle has released the service " + HostService.class.getName());
		}
		hosts.removeIf(LocalHost::isClosed);
		LocalHost host = LocalHost.start(options);
		hosts.add(host);
		return host;
	}

	/** Closes all hosts, as {@link LocalHost#close}. */
	public void close() {
		List<LocalHost> open;
		synchronized (this) {
			closed = true;
			open = List.copyOf(hosts);
			hosts.clear();
		}
		open.forEach(LocalHost::close);
	}
}
