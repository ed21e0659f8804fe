// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.pmix4j.client.tests.ClientFixture.OTHER;
import static org.pmix4j.client.tests.ClientFixture.SELF;
import static org.pmix4j.client.tests.ClientFixture.status;

import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.client.ClientOptions;
import org.pmix4j.client.FenceOptions;
import org.pmix4j.client.GetOptions;
import org.pmix4j.client.PmixClient;
import org.pmix4j.client.internal.session.SharedLoop;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.testkit.SimulatedLoop;
import org.pmix4j.wire.internal.handshake.Hello;
import org.pmix4j.wire.internal.handshake.HelloFlag;
import org.pmix4j.wire.internal.handshake.NativeCredential;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.Reply;

class LifecycleTest {
	private static PmixException failureOf(CompletableFuture<?> future) {
		return (PmixException) future.handle((value, failure) -> failure).join();
	}

	@Test
	void open_server_sendsHelloOfAClient() throws PmixException {
		ClientFixture fixture = new ClientFixture();

		Hello hello = fixture.server.hello();
		assertThat(hello.flag()).isEqualTo(HelloFlag.CLIENT);
		assertThat(hello.proc()).contains(SELF);
		assertThat(hello.psec()).isEqualTo("native");
		assertThat(NativeCredential.parse(hello.credential(), ByteOrder.nativeOrder())).isPresent();
		assertThat(hello.bfrops()).containsExactly("v41");
		assertThat(hello.gds()).isEqualTo("hash");
		assertThat(fixture.client.proc()).isEqualTo(SELF);
		assertThat(fixture.client.serverVersion()).isEqualTo("4.2.2rc2");
	}

	@ParameterizedTest
	@CsvSource({ "3.2.5a1, 3.2.5-pmix4j", "4.2.2rc2, 4.2.2-pmix4j", "5.0.11rc1, 5.0.11-pmix4j", "6.1.0, 6.1.0-pmix4j",
			"7.0.0, 6.1.0-pmix4j" })
	void open_anyRelease_announcesThatOfTheServerUpToTheNewestSupported(String server, String announced) throws PmixException {
		assertThat(new ClientFixture(server).server.hello().version().text()).isEqualTo(announced);
	}

	@Test
	void open_serverDoesNotKnowTheJob_failsWithItsStatusAndDisconnects() {
		SimulatedLoop loop = new SimulatedLoop();
		FakeServer server = new FakeServer(loop, "4.2.2");
		server.behave(request -> Optional.of(status(Status.ERR_NOT_FOUND)));

		PmixException failure = catchThrowableOfType(PmixException.class,
				() -> SharedLoop.use(loop, () -> PmixClient.open(options(server, loop))));

		assertThat(failure).hasMessageContaining("job information of job1");
		assertThat(failure.status()).isEqualTo(Status.ERR_NOT_FOUND);
		assertThat(server.isLeft()).isTrue();
	}

	private static ClientOptions options(FakeServer server, SimulatedLoop loop) {
		return ClientOptions.DEFAULT.withEnvironment(server.environment(1)).withExecutor(loop::execute);
	}

	@Test
	void open_jobInformationOfAnotherJob_fails() {
		SimulatedLoop loop = new SimulatedLoop();
		FakeServer server = new FakeServer(loop, "4.2.2");
		server.behave(request -> Optional.of(new Reply.JobInfoReply(Status.SUCCESS, "other", KvalBlob.EMPTY)));

		PmixException failure = catchThrowableOfType(PmixException.class,
				() -> SharedLoop.use(loop, () -> PmixClient.open(options(server, loop))));

		assertThat(failure).hasMessageContaining("other").hasMessageContaining("job1");
	}

	@Test
	void open_silentServer_failsAfterTheConnectLimit() {
		SimulatedLoop loop = new SimulatedLoop();
		FakeServer server = new FakeServer(loop, "4.2.2");
		server.behave(request -> Optional.empty());

		PmixException failure = catchThrowableOfType(PmixException.class,
				() -> SharedLoop.use(loop, () -> PmixClient.open(options(server, loop))));

		assertThat(failure.status()).isEqualTo(Status.ERR_TIMEOUT);
		loop.advance(Duration.ofSeconds(5));
		assertThat(server.isLeft()).isTrue();
	}

	@Test
	void close_twice_finalizesOnceAndDisconnects() throws PmixException {
		ClientFixture fixture = new ClientFixture();

		fixture.client.close();
		fixture.client.close();

		assertThat(fixture.server.takeRequests()).containsExactly(JobRequest.Finalize.INSTANCE);
		assertThat(fixture.server.isLeft()).isTrue();
		assertThat(fixture.client.isOpen()).isFalse();
	}

	@Test
	void close_silentServer_waitsTwoSeconds() throws PmixException {
		ClientFixture fixture = new ClientFixture();
		fixture.server.behave(request -> Optional.empty());
		long before = fixture.loop.nanos();

		fixture.client.close();

		assertThat(Duration.ofNanos(fixture.loop.nanos() - before)).isEqualTo(Duration.ofSeconds(2));
		assertThat(fixture.server.isLeft()).isTrue();
	}

	@Test
	void closeAsync_server_finalizesAndDisconnects() throws PmixException {
		ClientFixture fixture = new ClientFixture();

		fixture.ended(fixture.client.closeAsync());

		assertThat(fixture.server.takeRequests()).containsExactly(JobRequest.Finalize.INSTANCE);
		assertThat(fixture.server.isLeft()).isTrue();
	}

	@Test
	void close_pendingCall_failsIt() throws PmixException {
		ClientFixture fixture = new ClientFixture();
		CompletableFuture<Void> fence = fixture.client.fenceAsync(List.of(), FenceOptions.DEFAULT);

		fixture.client.close();

		assertThat(fixture.failure(fence)).isEqualTo(Status.ERR_UNREACH);
	}

	@Test
	void calls_afterClose_fail() throws PmixException {
		ClientFixture fixture = new ClientFixture();
		fixture.client.close();

		assertThat(fixture.failure(fixture.client.commitAsync())).isEqualTo(Status.ERR_INIT);
		assertThat(catchThrowableOfType(PmixException.class, fixture.client::commit).status()).isEqualTo(Status.ERR_INIT);
		assertThat(catchThrowableOfType(PmixException.class, () -> fixture.client.put(Scope.LOCAL, "k", new PmixValue.Int(1))).status())
				.isEqualTo(Status.ERR_INIT);
	}

	@Test
	void lostServer_pendingAndLaterCalls_fail() throws PmixException {
		ClientFixture fixture = new ClientFixture();
		CompletableFuture<Void> fence = fixture.client.fenceAsync(List.of(), FenceOptions.DEFAULT);
		CompletableFuture<?> get = fixture.client.getAsync(OTHER, "a", GetOptions.DEFAULT);
		CompletableFuture<?> shared = fixture.client.getAsync(OTHER, "b", GetOptions.DEFAULT);
		fixture.loop.run();

		fixture.server.vanish();

		assertThat(fixture.failure(fence)).isEqualTo(Status.ERR_UNREACH);
		assertThat(fixture.failure(get)).isEqualTo(Status.ERR_UNREACH);
		assertThat(fixture.failure(shared)).isEqualTo(Status.ERR_UNREACH);
		assertThat(fixture.failure(fixture.client.commitAsync())).isEqualTo(Status.ERR_UNREACH);
		assertThat(failureOf(fence)).hasMessageContaining("fence of [job1:WILDCARD]");
	}

	@Test
	void lostServer_knownValues_canBeReadUntilClose() throws PmixException {
		ClientFixture fixture = new ClientFixture();
		fixture.server.vanish();

		assertThat(fixture.client.isOpen()).isTrue();
		assertThat(fixture.client.jobInfo(JobAttributes.JOB_SIZE).orElseThrow()).isEqualTo(4);
		fixture.client.close();
		assertThat(fixture.client.isOpen()).isFalse();
	}

	@Test
	void abort_refusedByTheServer_failsWithItsStatus() throws PmixException {
		ClientFixture fixture = new ClientFixture();
		CompletableFuture<Void> abort = fixture.client.abortAsync(42, "enough", List.of(OTHER));

		assertThat(fixture.server.takeRequests()).containsExactly(new JobRequest.Abort(Status.of(42), "enough", List.of(OTHER)));
		fixture.server.reply(status(Status.ERR_NO_PERMISSIONS));
		assertThat(fixture.failure(abort)).isEqualTo(Status.ERR_NO_PERMISSIONS);
	}

	@Test
	void commit_onTheLoop_throwsAtOnce() throws PmixException {
		ClientFixture fixture = new ClientFixture();
		AtomicReference<Exception> thrown = new AtomicReference<>(new Exception("nothing was thrown"));

		fixture.loop.perform(() -> {
			try {
				fixture.client.commit();
			} catch (PmixException | IllegalStateException refusal) {
				thrown.set(refusal);
			}
		});

		assertThat(thrown.get()).isInstanceOf(IllegalStateException.class).hasMessageContaining("asynchronous");
		assertThat(fixture.server.takeRequests()).isEmpty();
	}

	@Test
	void dump_pendingFence_namesIt() throws PmixException {
		ClientFixture fixture = new ClientFixture();
		fixture.client.fenceAsync(List.of(), FenceOptions.DEFAULT);

		assertThat(fixture.client.dump()).contains("fence of [job1:WILDCARD]").contains("has waited");
	}
}
