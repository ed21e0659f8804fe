// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests.requests;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.message.EventRequest;
import org.pmix4j.wire.internal.message.PeerFormat;
import org.pmix4j.wire.internal.message.Request;
import org.pmix4j.wire.internal.message.RequestCodec;

/**
 * The requests of one client, by name and number, such as "Fence 2"; those of events also by their first code.
 *
 * @param payloads in hex
 * @param meanings the decoded requests
 */
record Exchange(Map<String, String> payloads, Map<String, String> meanings) {
	private static final PeerFormat FORMAT = new PeerFormat(new Encoding(Dialect.V41, false), PeerVersion.parse("5.0.7"), Limits.DEFAULT);

	static Exchange of(List<byte[]> requests) throws PmixException {
		Map<String, String> payloads = new LinkedHashMap<>();
		Map<String, String> meanings = new LinkedHashMap<>();
		Map<String, Integer> numbers = new LinkedHashMap<>();
		RequestCodec codec = new RequestCodec(FORMAT);
		for (byte[] payload : requests) {
			Request request = codec.decode(ByteBuffer.wrap(payload));
			String name = name(request);
			String numbered = name + " " + numbers.merge(name, 1, Integer::sum);
			payloads.put(numbered, HexFormat.of().formatHex(payload));
			meanings.put(numbered, request.toString());
		}
		return new Exchange(payloads, meanings);
	}

	/** Returns the name of the kind of request; with the code where the order of requests depends on when replies arrive. */
	private static String name(Request request) {
		String kind = request.getClass().getSimpleName();
		return switch (request) {
			case EventRequest.Notify notify -> kind + " " + code(notify.code());
			case EventRequest.RegisterEvents registration -> kind + " " + code(registration.codes().get(0));
			default -> kind;
		};
	}

	private static String code(Status status) {
		return status.constantName().orElseGet(() -> String.valueOf(status.code()));
	}
}
