// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.client.ClientOptions;
import org.pmix4j.client.FenceOptions;
import org.pmix4j.client.GetOptions;
import org.pmix4j.client.PmixClient;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.server.PmixServer;
import org.pmix4j.server.options.OwnUser;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.spi.PmixHost;

/** Tests that clients of one rank share a connection, and that the rank leaves with the last one. */
class SharedSessionTest {
	private static final Proc RANK = Proc.of("job1", 0);
	private static final PmixValue VALUE = new PmixValue.Str("shared");

	@TempDir
	private Path directory = Path.of("");
	private ClientOptions options = ClientOptions.DEFAULT;
	private Runnable stop = () -> {
	};

	@BeforeEach
	void serve() throws Exception {
		PmixServer server = PmixServer.open(ServerOptions.of(Proc.of("server", 0), "here", directory), new PmixHost() {
		});
		stop = server::close;
		OwnUser user = OwnUser.ofThisProcess().orElseThrow();
		server.registerNamespace("job1", 1, Infos.EMPTY).get();
		server.registerClient(RANK, user.uid(), user.gid(), "rank 0").get();
		options = options.withEnvironment(server.environment(RANK));
	}

	@AfterEach
	void stop() {
		stop.run();
	}

	private static boolean knows(PmixClient client) throws PmixException {
		return client.get(RANK, "key", GetOptions.OPTIONAL).value().isPresent();
	}

	@Test
	void open_again_sharesValuesUntilTheLastIsClosed() throws PmixException {
		PmixClient first = PmixClient.open(options);
		PmixClient second = PmixClient.open(options);
		first.put(Scope.LOCAL, "key", VALUE);
		assertThat(knows(second)).isTrue();

		first.close();
		first.close();

		assertThat(first.isOpen()).isFalse();
		assertThat(catchThrowableOfType(PmixException.class, first::commit).status()).isEqualTo(Status.ERR_INIT);
		assertThat(second.isOpen()).isTrue();
		second.commit();
		second.fence(FenceOptions.DEFAULT);
		second.close();
		try (PmixClient third = PmixClient.open(options)) {
			assertThat(knows(third)).isFalse();
			third.fence(FenceOptions.DEFAULT);
		}
	}

	@Test
	void closeAsync_again_leavesTheOtherClientAlone() throws Exception {
		PmixClient first = PmixClient.open(options);
		try (PmixClient second = PmixClient.open(options)) {
			CompletableFuture<Void> closed = first.closeAsync();
			closed.get();
			first.closeAsync().get();

			second.commit();
		}
	}

	@Test
	void open_afterTheServerWasLost_connectsAgain() throws Exception {
		PmixClient lost = PmixClient.open(options);
		stop.run();
		CompletableFuture<Void> fence = lost.fenceAsync(List.of(), FenceOptions.DEFAULT);
		fence.handle((nothing, failure) -> failure).get();
		serve();

		try (PmixClient again = PmixClient.open(options)) {
			again.commit();
		}
		lost.close();
	}
}
