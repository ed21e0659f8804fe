// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.calls;

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;
import org.pmix4j.host.internal.credential.Credentials;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.server.options.OwnUser;
import org.pmix4j.server.spi.Credential;

/** Carries out the requests for credentials. Owned by the host, on its thread. */
public final class SecurityCalls {
	private final HostThread thread;
	private final OwnUser user;
	/** Made by the first request, as few jobs have one. */
	private @Nullable Credentials made;

	SecurityCalls(HostThread thread, OwnUser user) {
		this.thread = thread;
		this.user = user;
	}

	private Credentials credentials() {
		assert thread.inThread();
		Credentials known = made == null ? new Credentials(user) : made;
		made = known;
		return known;
	}

	/** Issues a credential on another thread, as a daemon may be asked. */
	CompletionStage<Credential> issue(Proc owner, Infos directives) {
		Credentials credentials = credentials();
		return thread.aside(() -> credentials.issue(owner, directives));
	}

	/** Validates a credential on another thread. */
	CompletionStage<Infos> validate(ByteObject credential, Infos directives) {
		Credentials credentials = credentials();
		return thread.aside(() -> credentials.validate(credential, directives));
	}
}
