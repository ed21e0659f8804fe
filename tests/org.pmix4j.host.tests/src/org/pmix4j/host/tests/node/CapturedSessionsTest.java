// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmix4j.host.tests.node.SessionHost.TOOL;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.SessionControlAttributes;
import org.pmix4j.testkit.Checkout;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.PeerFormat;
import org.pmix4j.wire.internal.message.Request;
import org.pmix4j.wire.internal.message.RequestCodec;

/** Replays the requests for sessions that a C client of release 6.1 has sent; captures/README.md describes how they were recorded. */
class CapturedSessionsTest {
	private static final Path FILE = Checkout.root().resolve("tests/org.pmix4j.host.tests/captures/sessions-6.1.tsv");
	private static final RequestCodec CODEC = new RequestCodec(
			new PeerFormat(new Encoding(Dialect.V61, false), PeerVersion.parse("6.1.0"), Limits.DEFAULT));

	/** A recorded request: the call, the status that its client got, and its bytes. */
	private record Recorded(String call, String status, byte[] payload) {
		static Recorded of(String line) {
			String[] cells = line.split("\t", -1);
			return new Recorded(cells[0], cells[1], HexFormat.of().parseHex(cells[2]));
		}
	}

	private final SessionHost host;

	CapturedSessionsTest(@TempDir Path directory) throws Exception {
		host = new SessionHost(directory);
	}

	@AfterEach
	void close() {
		host.close();
	}

	private static List<Recorded> recorded() throws IOException {
		return Files.readAllLines(FILE).stream().filter(line -> !line.startsWith("#")).map(Recorded::of).toList();
	}

	/** Serves a request as the server does: the host sees the directives first. */
	private CompletionStage<Infos> serve(Request request) {
		try {
			switch (request) {
				case ControlRequest.Allocate allocate -> {
					host.host.upcalls.directivesGiven("PMIx_Allocation_request", TOOL, allocate.infos());
					return host.host.upcalls.allocate(TOOL, allocate.directive(), allocate.infos());
				}
				case ControlRequest.SessionControl control -> {
					host.host.upcalls.directivesGiven("PMIx_Session_control", TOOL, control.infos());
					return host.host.upcalls.sessionControl(TOOL, control.sessionId(), control.infos());
				}
				case ControlRequest.ResourceBlock block -> {
					return host.host.upcalls.resourceBlock(TOOL, block.directive(), block.block(), block.units(), block.infos())
							.thenApply(done -> Infos.EMPTY);
				}
				default -> throw new IllegalArgumentException("not about sessions: " + request);
			}
		} catch (PmixException e) {
			return CompletableFuture.failedFuture(e);
		}
	}

	private static Status status(CompletableFuture<?> answer) {
		return answer.isCompletedExceptionally() && answer.exceptionNow() instanceof PmixException refused ? refused.status() : Status.SUCCESS;
	}

	@Test
	void requests_ofRelease6_getTheStatusesThatTheirClientGot() throws Exception {
		List<String> expected = new ArrayList<>();
		List<String> got = new ArrayList<>();
		for (Recorded each : recorded()) {
			Request request = CODEC.decode(ByteBuffer.wrap(each.payload));
			CompletableFuture<Infos> answer = host.call(() -> serve(request));
			host.await(answer::isDone);
			expected.add(each.call + " " + each.status);
			got.add(each.call + " " + status(answer).constantName().orElseThrow());
			if (request instanceof ControlRequest.SessionControl control && !answer.isCompletedExceptionally()) {
				assertThat(answer.join().get(SessionControlAttributes.SESSION_CTRL_ID)).as(each.call)
						.isEqualTo(control.infos().get(SessionControlAttributes.SESSION_CTRL_ID)).isPresent();
			}
		}

		assertThat(got).isEqualTo(expected).hasSize(40);
	}

	@Test
	void requests_ofRelease6_encodeToTheSameBytes() throws Exception {
		for (Recorded each : recorded()) {
			assertThat(CODEC.encode(CODEC.decode(ByteBuffer.wrap(each.payload)))).as(each.call).isEqualTo(each.payload);
		}
	}
}
