// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.internal.text;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads the beginnings and ends of the elements of an XML document, in their order, with attributes; the text between them is of no use for
 * hardware and launch configurations. The parser of the JDK would be an eighth of the native executable. Documents must be well-formed;
 * a DOCTYPE with declarations is refused, so that no entity can expand. Names are those without a prefix.
 *
 * <p>Not safe for use by several threads.
 */
public final class ElementReader {
	private static final Map<String, String> ENTITIES = Map.of("lt", "<", "gt", ">", "amp", "&", "quot", "\"", "apos", "'");
	private static final int HEXADECIMAL = 16;

	private final String subject;
	private final String text;
	private final Deque<String> open = new ArrayDeque<>();
	private final Map<String, String> attributes = new HashMap<>();
	private String name = "";
	private boolean starts;
	/** The element that has just started is empty, and its end comes next. */
	private boolean empty;
	private boolean rooted;
	private int position;

	/**
	 * @param subject what the document is, for messages
	 * @param document the characters of the document
	 * @throws IllegalArgumentException if it contains a character that XML does not allow
	 */
	public ElementReader(String subject, String document) {
		this.subject = subject;
		text = document;
		position = text.startsWith("\uFEFF") ? 1 : 0;
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			if (c < ' ' && c != '\n' && c != '\r' && c != '\t' || c > '\uFFFD') {
				position = i;
				throw malformed("a character that is not allowed");
			}
		}
	}

	/**
	 * Goes to the next beginning or end of an element.
	 *
	 * @return whether there is one; false behind the end of the outermost element
	 * @throws IllegalArgumentException if the document is not well-formed; the message says where
	 */
	public boolean next() {
		if (empty) {
			empty = false;
			starts = false;
			attributes.clear();
			open.pop();
			return true;
		}
		while (true) {
			skipText();
			if (position == text.length()) {
				return false;
			}
			if (text.startsWith("<?", position)) {
				skip("?>", "a processing instruction");
			} else if (text.startsWith("<!--", position)) {
				position += 2; // "<!-->" does not end it
				skip("-->", "a comment");
			} else if (text.startsWith("<![CDATA[", position) && !open.isEmpty()) {
				skip("]]>", "CDATA");
			} else if (text.startsWith("<!DOCTYPE", position) && !rooted) {
				skipType();
			} else if (text.startsWith("</", position)) {
				end();
				return true;
			} else {
				start();
				return true;
			}
		}
	}

	/** Returns whether {@link #next} went to the beginning of an element rather than to an end. */
	public boolean starts() {
		return starts;
	}

	/** Returns the name of the element to which {@link #next} went. */
	public String name() {
		return name;
	}

	/** Returns an attribute of the element that has just begun; empty if it has none of that name. */
	public String attribute(String key) {
		return attributes.getOrDefault(key, "");
	}

	private void skipText() {
		int next = text.indexOf('<', position);
		String skipped = text.substring(position, next < 0 ? text.length() : next);
		if (open.isEmpty() && !skipped.isBlank()) {
			throw malformed("text outside of the elements");
		}
		decoded(skipped);
		position += skipped.length();
		if (next < 0 && (!open.isEmpty() || !rooted)) {
			throw malformed(open.isEmpty() ? "it has no element" : "the element " + open.peek() + " does not end");
		}
	}

	private void skip(String end, String what) {
		int found = text.indexOf(end, position + 2);
		if (found < 0) {
			throw malformed(what + " does not end");
		}
		position = found + end.length();
	}

	private void skipType() {
		int end = text.indexOf('>', position);
		int declarations = text.indexOf('[', position);
		if (end < 0 || declarations >= 0 && declarations < end) {
			throw malformed("a DOCTYPE that does not end, or that has declarations, which are not supported");
		}
		position = end + 1;
	}

	private void end() {
		position += 2;
		String full = word();
		skipBlanks();
		if (!full.equals(open.peek())) {
			throw malformed("the end of " + full + (open.isEmpty() ? ", which has no beginning" : " within " + open.peek()));
		}
		expect('>');
		open.pop();
		attributes.clear();
		name = local(full);
		starts = false;
	}

	private void start() {
		position++;
		String full = word();
		if (open.isEmpty() && rooted) {
			throw malformed("a second outermost element, " + full);
		}
		attributes.clear();
		int before = position;
		skipBlanks();
		while (position < text.length() && text.charAt(position) != '>' && text.charAt(position) != '/') {
			if (position == before) {
				throw malformed("an attribute of " + full + " that no blank precedes");
			}
			attribute();
			before = position;
			skipBlanks();
		}
		empty = position < text.length() && text.charAt(position) == '/';
		if (empty) {
			position++;
		}
		expect('>');
		open.push(full);
		rooted = true;
		name = local(full);
		starts = true;
	}

	private void attribute() {
		String key = word();
		skipBlanks();
		expect('=');
		skipBlanks();
		char quote = position < text.length() ? text.charAt(position) : ' ';
		int end = quote == '"' || quote == '\'' ? text.indexOf(quote, position + 1) : -1;
		if (end < 0) {
			throw malformed("the value of the attribute " + key + " is not in quotes");
		}
		String value = text.substring(position + 1, end);
		if (value.indexOf('<') >= 0) {
			throw malformed("< in the value of the attribute " + key);
		}
		// line ends and tabs are blanks, unless they are written as references
		value = decoded(value.replace("\r\n", " ").replace('\n', ' ').replace('\r', ' ').replace('\t', ' '));
		if (attributes.put(local(key), value) != null) {
			throw malformed("two attributes " + key);
		}
		position = end + 1;
	}

	private String decoded(String raw) {
		int reference = raw.indexOf('&');
		if (reference < 0) {
			return raw;
		}
		StringBuilder decoded = new StringBuilder();
		int copied = 0;
		while (reference >= 0) {
			int end = raw.indexOf(';', reference);
			if (end < 0) {
				throw malformed("& that is not the beginning of a reference");
			}
			decoded.append(raw, copied, reference).append(meaning(raw.substring(reference + 1, end)));
			copied = end + 1;
			reference = raw.indexOf('&', copied);
		}
		return decoded.append(raw, copied, raw.length()).toString();
	}

	private String meaning(String reference) {
		String entity = ENTITIES.get(reference);
		if (entity != null) {
			return entity;
		}
		try {
			if (reference.startsWith("#")) {
				int code = reference.startsWith("#x") ? Integer.parseUnsignedInt(reference.substring(2), HEXADECIMAL)
						: Integer.parseUnsignedInt(reference.substring(1));
				if (code >= ' ' || code == '\n' || code == '\r' || code == '\t') {
					return Character.toString(code);
				}
			}
		} catch (IllegalArgumentException e) {
			throw malformed("the reference &" + reference + "; is none to a character");
		}
		throw malformed("the reference &" + reference + "; is unknown");
	}

	private String word() {
		int from = position;
		while (position < text.length() && " \t\r\n/>=<\"'&!?".indexOf(text.charAt(position)) < 0) {
			position++;
		}
		String word = text.substring(from, position);
		if (word.isEmpty() || !Character.isLetter(word.charAt(0)) && word.charAt(0) != '_') {
			throw malformed("a name is missing");
		}
		return word;
	}

	private static String local(String full) {
		return full.substring(full.indexOf(':') + 1);
	}

	private void skipBlanks() {
		while (position < text.length() && " \t\r\n".indexOf(text.charAt(position)) >= 0) {
			position++;
		}
	}

	private void expect(char expected) {
		if (position == text.length() || text.charAt(position) != expected) {
			throw malformed(expected + " is missing");
		}
		position++;
	}

	private IllegalArgumentException malformed(String what) {
		long line = 1 + text.substring(0, Math.min(position, text.length())).chars().filter(c -> c == '\n').count();
		return new IllegalArgumentException(subject + ": malformed XML in line " + line + ": " + what);
	}
}
