// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.pmix4j.client.IofOptions;
import org.pmix4j.client.Registration;
import org.pmix4j.client.process.SpawnProgram;
import org.pmix4j.client.process.SpawnRequest;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Info;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.testkit.Await;

/** Tests input and output of processes through a tool. */
class ToolIoTest extends AttachedTool {
	private final ToolOutput output = new ToolOutput();

	private Proc spawn(String... words) throws PmixException {
		SpawnProgram program = SpawnProgram.of(words[0], List.of(words).subList(1, words.length).toArray(String[]::new));
		return Proc.of(tool.processes().spawn(SpawnRequest.of(program).withLimit(Duration.ofSeconds(60))), 0);
	}

	private static ByteObject bytes(String text) {
		return ByteObject.wrap(text.getBytes(StandardCharsets.UTF_8));
	}

	@Test
	void push_untilTheEnd_comesBackAndIsComplete() throws Exception {
		Proc cat = spawn("cat");
		CompletableFuture<Void> complete = new CompletableFuture<>();
		Registration pull = tool.io().pull(IofOptions.of(cat), piece -> {
			output.handle(piece);
			if (piece.isEnd()) {
				complete.complete(null);
			}
		});

		tool.io().push(List.of(cat), bytes("first\n"));
		output.await("first\n");
		tool.io().push(List.of(cat), bytes("second\n"));
		output.await("first\nsecond\n");
		tool.io().endInput(List.of(cat));

		Await.result(complete);
		pull.close();
		assertThat(output).hasToString("first\nsecond\n");
	}

	@Test
	void pull_withCacheAndDropPolicy_receivesOutput() throws Exception {
		Proc cat = spawn("cat");
		try (Registration pull = tool.io().pull(IofOptions.of(cat).plusInfos(Info.of(IofAttributes.IOF_CACHE_SIZE, 1 << 16),
				Info.of(IofAttributes.IOF_DROP_OLDEST, true)), output)) {
			tool.io().push(List.of(cat), bytes("line\n"));
			output.await("line\n");
		}
		tool.io().endInput(List.of(cat));
	}

	@Test
	void pull_closed_otherPullsGoOn() throws Exception {
		Proc cat = spawn("cat");
		ToolOutput other = new ToolOutput();
		Registration ended = tool.io().pull(IofOptions.of(cat), other);
		try (Registration pull = tool.io().pull(IofOptions.of(cat), output)) {
			tool.io().push(List.of(cat), bytes("first\n"));
			output.await("first\n");
			other.await("first\n");

			ended.close();
			tool.io().push(List.of(cat), bytes("second\n"));
			output.await("second\n");
			assertThat(other).hasToString("first\n");
		}
		tool.io().endInput(List.of(cat));
	}

	@Test
	void push_toUnknownJob_isRefused() {
		assertThatThrownBy(() -> tool.io().push(List.of(Proc.of("nobody", 0)), bytes("text"))).isInstanceOfSatisfying(PmixException.class,
				failure -> assertThat(failure.status()).isNotEqualTo(Status.SUCCESS));
	}
}
