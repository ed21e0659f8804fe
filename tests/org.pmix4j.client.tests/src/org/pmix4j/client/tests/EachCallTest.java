// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.client.EventHandlers;
import org.pmix4j.client.PmixClient;
import org.pmix4j.client.ProcessIo;
import org.pmix4j.client.group.Groups;
import org.pmix4j.client.hardware.Hardware;
import org.pmix4j.client.host.HostServices;
import org.pmix4j.client.names.Names;
import org.pmix4j.client.process.Processes;
import org.pmix4j.client.security.Credentials;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

/** Tests what each blocking call of a client does without its server: when it is lost before or during the call, and after close. */
class EachCallTest {
	private static final List<Class<?>> TYPES = List.of(PmixClient.class, EventHandlers.class, ProcessIo.class, Names.class,
			Processes.class, Groups.class, HostServices.class, Credentials.class, Hardware.class);

	static Set<String> served() {
		return Calls.served().keySet();
	}

	static Set<String> local() {
		return Calls.local().keySet();
	}

	static Stream<String> all() {
		return Stream.of(Calls.served(), Calls.local(), Calls.unsupported()).flatMap(calls -> calls.keySet().stream());
	}

	private static Calls.Call call(String name) {
		return Stream.of(Calls.served(), Calls.local(), Calls.unsupported()).filter(calls -> calls.containsKey(name)).findFirst()
				.orElseThrow().get(name);
	}

	private static ClientFixture open() throws PmixException {
		return new ClientFixture("6.1.0");
	}

	private static Status failure(ClientFixture fixture, String name) {
		PmixException failure = catchThrowableOfType(PmixException.class, () -> call(name).run(fixture.client));
		assertThat(failure).as(name + " must fail").isNotNull();
		return failure.status();
	}

	/** Lets the server die after a second, and returns the status with which a call fails. */
	private static Status failureOfASecond(ClientFixture fixture, String name) {
		long before = fixture.loop.nanos();
		fixture.loop.perform(() -> fixture.loop.schedule(ClientFixture.SECOND, fixture.server::die));

		Status status = failure(fixture, name);

		assertThat(Duration.ofNanos(fixture.loop.nanos() - before)).isEqualTo(ClientFixture.SECOND);
		return status;
	}

	@Test
	void calls_eachBlockingMethod_isHere() {
		Set<String> methods = new TreeSet<>();
		for (Class<?> type : TYPES) {
			Stream.of(type.getMethods()).filter(method -> List.of(method.getExceptionTypes()).contains(PmixException.class))
					.map(method -> type.getSimpleName() + "." + method.getName()).forEach(methods::add);
		}
		// there is no server yet
		methods.removeAll(Set.of("PmixClient.open", "HostServices.queryUnopened"));

		assertThat(all().toList()).containsExactlyInAnyOrderElementsOf(methods);
	}

	@ParameterizedTest
	@MethodSource("served")
	void call_serverDiesBeforeItReplies_failsAtOnceAsUnreachable(String name) throws PmixException {
		ClientFixture fixture = open();
		fixture.server.behave(request -> Optional.empty());

		assertThat(failureOfASecond(fixture, name)).isEqualTo(Status.ERR_UNREACH);
		assertThat(fixture.client.dump()).doesNotContain("has waited");
	}

	/** Each waits for other processes after the server has replied to its first requests. */
	@ParameterizedTest
	@ValueSource(strings = { "Groups.invite", "Groups.join" })
	void call_serverDiesWhileOthersAreAwaited_failsAtOnceAsUnreachable(String name) throws PmixException {
		ClientFixture fixture = open();
		fixture.server.behave(request -> FakeServer.defaultReply(request).or(() -> Optional.of(ClientFixture.status(Status.SUCCESS))));

		assertThat(failureOfASecond(fixture, name)).isEqualTo(Status.ERR_UNREACH);
	}

	@ParameterizedTest
	@MethodSource("served")
	void call_serverIsLost_failsAsUnreachable(String name) throws PmixException {
		ClientFixture fixture = open();
		fixture.server.vanish();

		assertThat(failure(fixture, name)).isEqualTo(Status.ERR_UNREACH);
	}

	@ParameterizedTest
	@MethodSource("local")
	void localCall_serverIsLost_passes(String name) throws PmixException {
		ClientFixture fixture = open();
		fixture.server.vanish();

		assertThatCode(() -> call(name).run(fixture.client)).doesNotThrowAnyException();
	}

	/** As libpmix does after PMIx_Finalize. */
	@ParameterizedTest
	@MethodSource("all")
	void call_afterClose_failsAsUninitialized(String name) throws PmixException {
		ClientFixture fixture = open();
		fixture.client.close();

		assertThat(failure(fixture, name)).isEqualTo(Status.ERR_INIT);
	}
}
