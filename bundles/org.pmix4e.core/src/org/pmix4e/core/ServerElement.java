// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core;

import java.util.List;
import java.util.Optional;

import org.pmix4j.host.LocalHost;

/** An embedded server of this workbench. Owned by the {@link JobModel}. */
public final class ServerElement implements JobElement {
	private final LocalHost host;
	private final SessionElement session;

	ServerElement(LocalHost host) {
		this.host = host;
		session = new SessionElement(this, host.session(), host.directory());
	}

	@Override
	public Optional<JobElement> parent() {
		return Optional.empty();
	}

	@Override
	public List<SessionElement> children() {
		return List.of(session);
	}

	/** @return its one session */
	public SessionElement session() {
		return session;
	}

	/** @return its namespace */
	@Override
	public String name() {
		String uri = host.uri();
		return uri.substring(0, uri.lastIndexOf('.', uri.indexOf(';')));
	}

	/** @return its address for tools; who knows it can try to connect */
	public String uri() {
		return host.uri();
	}

	@Override
	public ElementState state() {
		return ElementState.RUNNING;
	}

	/** @return for people: where jobs and server stand and whom they wait for. May take two seconds: not for the user interface's thread */
	public String dump() {
		return host.dump();
	}
}
