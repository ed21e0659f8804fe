// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloReply;

/** A host that decides about connecting processes, and a job of two processes. */
abstract class HandshakeFixture {
	static final Proc RANK0 = Proc.of("job", 0);

	/** Accepts every process unless it is set to wait or refuse, and records its calls. */
	static class Reception implements PmixHost {
		CompletableFuture<Void> answer = CompletableFuture.completedFuture(null);
		Infos infos = Infos.EMPTY;
		Optional<Object> object = Optional.empty();

		@Override
		public CompletionStage<Void> clientConnected(Proc client, Object hostObject, Infos told) {
			object = Optional.of(hostObject);
			infos = told;
			return answer;
		}
	}

	@RegisterExtension
	final ServerLog log = new ServerLog();
	final Reception host = new Reception();
	final TestServer server;

	HandshakeFixture() throws PmixException {
		server = TestServer.open(host);
	}

	@BeforeEach
	void register() throws PmixException {
		server.job("job", 2);
	}

	/** Returns the hello of a release that heeds refusals. */
	static Hello hello() {
		return Hellos.client(RANK0, Release.R5);
	}

	Optional<HelloReply> greet(Hello hello) throws PmixException {
		return server.greet(hello, Release.R5.format()).greeting();
	}

	void assertRefused(Hello hello, Status status) throws PmixException {
		assertThat(hello.version().heedsRefusals()).isTrue();
		TestPeer peer = server.greet(hello, Release.R5.format());
		assertThat(peer.greeting()).contains(new HelloReply.Refused(status));
		assertThat(peer.isCutOff()).isTrue();
		assertThat(server.loop().timers()).as("no timer is left").isZero();
	}
}
