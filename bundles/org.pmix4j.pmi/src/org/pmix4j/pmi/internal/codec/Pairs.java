// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.internal.codec;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.internal.text.PeerText;

/** The pairs of one command: {@code cmd=get kvsname=a key=b}, or {@code cmd=kvs-get;key=b;}. Used while the command is decoded. */
final class Pairs {
	private static final String SERVICE = " service=";
	private static final String PORT = " port=";

	private final Map<String, String> values = new LinkedHashMap<>();
	private String command = "?";

	/** Reads the pairs of a line, which blanks separate. */
	static Pairs ofLine(String line) throws PmixException {
		Pairs pairs = new Pairs();
		int at = 0;
		while (at < line.length()) {
			int end = line.indexOf(' ', at);
			end = end < 0 ? line.length() : end;
			if (end > at) {
				pairs.add(line.substring(at, end), PmiLimits.PAIRS);
			}
			at = end + 1;
		}
		return pairs;
	}

	/** Reads the pairs of a frame, each of which a semicolon ends; two are one of the value. A key may have no value. */
	static Pairs ofFrame(String frame, int most) throws PmixException {
		Pairs pairs = new Pairs();
		int at = 0;
		while (at < frame.length()) {
			int end = end(frame, at);
			String pair = frame.substring(at, end).replace(";;", ";").strip();
			if (!pair.isEmpty()) {
				pairs.add(pair.indexOf('=') < 0 ? pair + "=" : pair, most);
			}
			at = end + 1;
		}
		return pairs;
	}

	/** Returns the place of the semicolon that ends a pair. */
	private static int end(String frame, int begin) {
		int at = frame.indexOf(';', begin);
		while (at >= 0 && at + 1 < frame.length() && frame.charAt(at + 1) == ';') {
			at = frame.indexOf(';', at + 2);
		}
		return at < 0 ? frame.length() : at;
	}

	/** Reads a command, the name of a service, and its port if there is one; name and port may contain blanks. */
	static Pairs ofName(String line) throws PmixException {
		Pairs pairs = new Pairs();
		int service = line.indexOf(SERVICE);
		if (service < 0) {
			return ofLine(line);
		}
		pairs.add(line.substring(0, service), PmiLimits.PAIRS);
		int port = line.lastIndexOf(PORT);
		boolean hasPort = port > service && line.startsWith("cmd=publish_name ");
		pairs.add(line.substring(service + 1, hasPort ? port : line.length()), PmiLimits.PAIRS);
		if (hasPort) {
			pairs.add(line.substring(port + 1), PmiLimits.PAIRS);
		}
		return pairs;
	}

	/** Adds a pair, whose value begins behind the first equals sign. */
	void add(String pair, int most) throws PmixException {
		int equals = pair.indexOf('=');
		if (equals <= 0) {
			throw malformed("'" + PeerText.of(pair) + "' is not a pair of key and value");
		}
		if (values.size() == most) {
			throw malformed("a command of PMI has more than " + most + " pairs");
		}
		String key = pair.substring(0, equals);
		if (values.put(key, pair.substring(equals + 1)) != null) {
			throw malformed("a command of PMI has '" + PeerText.of(key) + "' twice");
		}
	}

	/** Names the command for messages. */
	Pairs of(String name) {
		command = name;
		return this;
	}

	boolean has(String key) {
		return values.containsKey(key);
	}

	String text(String key) throws PmixException {
		@Nullable String value = values.get(key);
		if (value == null) {
			throw malformed("the command '" + PeerText.of(command) + "' of PMI lacks '" + PeerText.of(key) + "'");
		}
		return value;
	}

	/** Returns a text that is not empty and not longer than {@code most} bytes with the final NUL of C. */
	String name(String key, int most) throws PmixException {
		String name = text(key);
		if (name.isEmpty() || name.length() >= most) {
			throw malformed("'" + PeerText.of(key) + "' of the command '" + PeerText.of(command) + "' has " + name.length()
					+ " characters; expected 1 to " + (most - 1));
		}
		return name;
	}

	/** Returns a text that may be empty and is not longer than a value may be. */
	String value(String key) throws PmixException {
		return text(key).isEmpty() ? "" : name(key, PmiLimits.VALUE);
	}

	int number(String key, int least, int most) throws PmixException {
		String text = text(key);
		try {
			int number = Integer.parseInt(text);
			if (number >= least && number <= most) {
				return number;
			}
		} catch (NumberFormatException e) {
			// reported below with all others that are not allowed
		}
		throw malformed("'" + PeerText.of(key) + "' of the command '" + PeerText.of(command) + "' is '" + PeerText.of(text)
				+ "'; expected a number from " + least + " to " + most);
	}

	static PmixException malformed(String text) {
		return new PmixException(Status.ERR_UNPACK_FAILURE, text);
	}
}
