// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.message.CommandCode;
import org.pmix4j.wire.internal.message.DataRequest.Commit;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.Request;
import org.pmix4j.wire.internal.message.RequestCodec;
import org.pmix4j.wire.internal.message.ScopedData;

/** Tests requests recorded from C clients. */
class CapturedRequestTest {
	/** Returns whether the request is deliberately incomplete: a fence without participants. */
	private static boolean isBroken(Captured message) {
		return message.scenario().equals("raw") && message.command().equals("FENCENB");
	}

	static Stream<Captured> wellFormed() {
		return Captured.requests().filter(message -> !isBroken(message));
	}

	@ParameterizedTest
	@MethodSource("wellFormed")
	void decode_requestOfCClient_encodesBackToTheSameBytes(Captured message) throws PmixException {
		RequestCodec codec = new RequestCodec(message.peer());

		Request request = codec.decode(message.bytes());

		assertThat(codec.encode(request)).isEqualTo(message.payload());
	}

	@ParameterizedTest
	@MethodSource("wellFormed")
	void decode_truncatedRequest_isRefusedOrShorter(Captured message) throws PmixException {
		RequestCodec codec = new RequestCodec(message.peer());
		for (int length = 1; length < message.payload().length; length++) {
			Captured part = message.cut(length);
			Request request;
			try {
				request = codec.decode(part.bytes());
			} catch (MalformedMessageException e) {
				continue;
			}
			assertThat(mayEndEarly(message.command())).as("%s cut to %d: %s", message, length, request).isTrue();
			assertThat(codec.encode(request)).startsWith(part.payload());
		}
	}

	/** Returns whether the last fields of a command are optional. */
	private static boolean mayEndEarly(String command) {
		return Set.of("COMMIT", "CONNECTNB", "GETNB", "DEREGEVENTS", "GROUP_DESTRUCT", "IOF_PULL", "IOF_PUSH").contains(command);
	}

	@Test
	void decode_commitCutInsideItsData_isRefusedWhenRead() throws PmixException {
		Captured message = Captured.requests().filter(m -> m.command().equals("COMMIT")).findFirst().orElseThrow();
		Commit commit = (Commit) new RequestCodec(message.peer()).decode(message.bytes());
		ScopedData part = commit.data().get(0);
		byte[] data = part.data().encodedFor(message.peer().encoding(), Limits.DEFAULT).toByteArray();

		KvalBlob cut = KvalBlob.packed(message.peer().encoding(), ByteObject.wrap(Arrays.copyOf(data, data.length - 1)));

		assertThat(part.data().keys(Limits.DEFAULT)).isNotEmpty();
		assertThatThrownBy(() -> cut.keys(Limits.DEFAULT))
				.isInstanceOf(MalformedMessageException.class);
	}

	@Test
	void decode_truncatedRequest_hasTheStatusOfTheCServer() {
		Captured message = Captured.requests().filter(CapturedRequestTest::isBroken).findFirst().orElseThrow();

		assertThatThrownBy(() -> new RequestCodec(message.peer()).decode(message.bytes()))
				.isInstanceOfSatisfying(MalformedMessageException.class,
						e -> assertThat(e.status()).isEqualTo(Status.ERR_UNPACK_READ_PAST_END_OF_BUFFER));
	}

	@Test
	void requests_ofTheCaptures_coverEveryCommandThatWasRecorded() {
		Set<CommandCode> missing = EnumSet.range(CommandCode.REQ, CommandCode.FABRIC_UPDATE);
		Captured.requests().filter(message -> !Set.of("UNKNOWN", "EMPTY").contains(message.command()))
				.forEach(message -> missing.remove(CommandCode.valueOf(message.command())));

		assertThat(missing).isEmpty();
	}
}
