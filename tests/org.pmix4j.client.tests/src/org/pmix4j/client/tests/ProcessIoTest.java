// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.pmix4j.client.tests.ServedSessions.RANK1;
import static org.pmix4j.client.tests.ServedSessions.bytes;
import static org.pmix4j.client.tests.ServedSessions.text;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.pmix4j.client.IofOptions;
import org.pmix4j.client.IofOutput;
import org.pmix4j.client.PmixClient;
import org.pmix4j.client.Registration;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/** Tests forwarded output and input between a client and PMIx4J's server, on one simulated loop. */
class ProcessIoTest {
	private static final IofOptions JOB = IofOptions.of(Proc.wildcard("job1"));

	private final ServedSessions served;
	private final PmixClient client;
	private final List<String> seen = new ArrayList<>();

	ProcessIoTest() throws PmixException {
		served = new ServedSessions();
		client = served.client(0);
	}

	private void note(IofOutput output) {
		seen.add(output.isEnd() ? "end" : text(output.data()));
	}

	@Test
	void pull_keptOutput_comesFirst() throws PmixException {
		served.write(RANK1, "one");
		served.write(RANK1, "two");
		client.io().pull(JOB, this::note);
		served.write(RANK1, "three");
		served.write(RANK1, "");

		assertThat(seen).containsExactly("one", "two", "three", "end");
		assertThat(served.host.calls).containsExactly("pull [job1:WILDCARD]");
	}

	@Test
	void pull_output_hasSourceAndChannel() throws PmixException {
		List<IofOutput> outputs = new ArrayList<>();
		client.io().pull(JOB, outputs::add);
		served.write(RANK1, "text");

		assertThat(outputs).containsExactly(new IofOutput(RANK1, IofChannel.STDOUT, Infos.EMPTY, bytes("text")));
	}

	@Test
	void pull_severalHandlers_eachGetsOutputOnce() throws PmixException {
		List<String> other = new ArrayList<>();
		client.io().pull(JOB, this::note);
		client.io().pull(IofOptions.of(RANK1), output -> other.add(text(output.data())));
		client.io().pull(JOB.withChannels(IofChannel.STDERR), output -> other.add("wrong channel"));
		served.write(RANK1, "text");

		assertThat(seen).containsExactly("text");
		assertThat(other).containsExactly("text");
	}

	@Test
	void pull_refusedByTheServer_fails() {
		PmixException failure = catchThrowableOfType(PmixException.class,
				() -> client.io().pull(JOB.withChannels(IofChannel.STDIN), this::note));

		assertThat(failure).hasMessageContaining("output of [job1:WILDCARD]");
		assertThat(failure.status()).isEqualTo(Status.ERR_NOT_SUPPORTED);
	}

	@Test
	void close_registration_endsForwarding() throws PmixException {
		Registration registration = client.io().pull(JOB, this::note);
		served.write(RANK1, "early");

		registration.close();
		registration.close();
		served.loop.run();
		served.write(RANK1, "late");

		assertThat(seen).containsExactly("early");
		assertThat(served.host.calls).containsExactly("pull [job1:WILDCARD]", "stop [job1:WILDCARD]");
	}

	@Test
	void push_severalPieces_arriveOneAtATimeInOrder() throws PmixException {
		served.host.inputTaken = new CompletableFuture<>();
		CompletableFuture<Void> first = client.io().pushAsync(List.of(RANK1), bytes("one"));
		CompletableFuture<Void> second = client.io().pushAsync(List.of(RANK1), bytes("two"));
		CompletableFuture<Void> end = client.io().endInputAsync(List.of(RANK1));
		served.loop.run();

		assertThat(served.host.calls).containsExactly("job1:0 to [job1:1]: one");
		served.host.inputTaken.complete(null);
		served.await(first);
		served.await(second);
		served.await(end);
		assertThat(served.host.calls).containsExactly("job1:0 to [job1:1]: one", "job1:0 to [job1:1]: two", "job1:0 to [job1:1]: ");
	}

	@Test
	void push_manyBytes_sendsPieces() throws PmixException {
		client.io().push(List.of(RANK1), bytes("x".repeat(200_000)));

		assertThat(served.host.calls).hasSize(4);
		assertThat(served.host.calls.stream().mapToInt(call -> (int) call.chars().filter(c -> c == 'x').count()).sum()).isEqualTo(200_000);
	}

	@Test
	void push_noBytes_sendsNothing() throws PmixException {
		client.io().push(List.of(RANK1), bytes(""));

		assertThat(served.host.calls).isEmpty();
	}

	@Test
	void push_refused_failsAndLaterCallsSucceed() throws PmixException {
		served.host.inputTaken = CompletableFuture.failedFuture(new PmixException(Status.ERR_IOF_COMPLETE, "no more"));
		PmixException failure = catchThrowableOfType(PmixException.class, () -> client.io().push(List.of(RANK1), bytes("one")));
		served.host.inputTaken = CompletableFuture.completedFuture(null);
		client.io().push(List.of(RANK1), bytes("two"));

		assertThat(failure.status()).isEqualTo(Status.ERR_IOF_COMPLETE);
		assertThat(served.host.calls).hasSize(2);
	}
}
