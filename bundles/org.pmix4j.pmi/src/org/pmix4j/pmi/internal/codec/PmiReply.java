// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.internal.codec;

import java.nio.ByteBuffer;

import org.pmix4j.model.bytes.ByteStrings;

/**
 * A reply to a rank: one line, or several for {@link #welcome}. Immutable.
 *
 * @param text the lines, each with its end
 * @see "mpiexec.hydra -verbose, which shows the same lines"
 */
public record PmiReply(String text) {
	/** The version of the protocol. */
	public static final int VERSION = 1;
	/** The version below it. */
	public static final int SUBVERSION = 1;

	/** @return the bytes of the reply */
	public ByteBuffer bytes() {
		return ByteBuffer.wrap(ByteStrings.encode(text));
	}

	private static PmiReply line(String line) {
		return new PmiReply("cmd=" + line + "\n");
	}

	/**
	 * {@return the reply to the first line of a connection}
	 *
	 * @param size the number of ranks of the job
	 * @param rank the number of the rank
	 */
	public static PmiReply welcome(int size, int rank) {
		return new PmiReply("cmd=initack rc=0\ncmd=set size=" + size + "\ncmd=set rank=" + rank + "\ncmd=set debug=0\n");
	}

	/** @return the reply to the first line of a connection that is refused */
	public static PmiReply refusedConnection() {
		return line("initack rc=-1");
	}

	/** @param accepted whether the version of the request is spoken */
	public static PmiReply init(boolean accepted) {
		return line("response_to_init pmi_version=" + VERSION + " pmi_subversion=" + SUBVERSION + " rc=" + (accepted ? 0 : -1));
	}

	/** @return the maximum lengths */
	public static PmiReply maxes() {
		return line("maxes kvsname_max=" + PmiLimits.SPACE_NAME + " keylen_max=" + PmiLimits.KEY + " vallen_max=" + PmiLimits.VALUE);
	}

	/** @param number of the rank's program in its job */
	public static PmiReply appNumber(int number) {
		return line("appnum appnum=" + number);
	}

	/** @param name of the job's key-value space */
	public static PmiReply spaceName(String name) {
		return line("my_kvsname kvsname=" + name);
	}

	/** @param size the number of ranks that the session has room for */
	public static PmiReply universeSize(int size) {
		return line("universe_size size=" + size);
	}

	/** @return the reply to a put that was done */
	public static PmiReply put() {
		return line("put_result rc=0 msg=success");
	}

	/** @param reason why the put was refused */
	public static PmiReply putRefused(String reason) {
		return line("put_result rc=-1 msg=" + word(reason));
	}

	/** @param value the value that was found */
	public static PmiReply got(String value) {
		return line("get_result rc=0 msg=success value=" + value);
	}

	/** @param reason why no value was found */
	public static PmiReply getRefused(String reason) {
		return line("get_result rc=-1 msg=" + word(reason) + " value=unknown");
	}

	/** @return the end of a barrier */
	public static PmiReply barrierOut() {
		return line("barrier_out");
	}

	/** @return the reply to the end of the use of PMI */
	public static PmiReply end() {
		return line("finalize_ack");
	}

	/** @return the reply to a publish that was done */
	public static PmiReply published() {
		return line("publish_result rc=0 info=ok");
	}

	/** @param reason why the name was not published */
	public static PmiReply publishRefused(String reason) {
		return named("publish_result", reason);
	}

	/** @param port the port of the service */
	public static PmiReply found(String port) {
		return line("lookup_result rc=0 info=ok port=" + port);
	}

	/** @param reason why no port was found */
	public static PmiReply lookupRefused(String reason) {
		return named("lookup_result", reason);
	}

	/** @return the reply to an unpublish that was done */
	public static PmiReply unpublished() {
		return line("unpublish_result rc=0 info=ok");
	}

	/** @param reason why the name was not withdrawn */
	public static PmiReply unpublishRefused(String reason) {
		return named("unpublish_result", reason);
	}

	/** Releases differ in the pair that they look at. */
	private static PmiReply named(String command, String reason) {
		return line(command + " rc=-1 info=" + word(reason) + " msg=" + word(reason));
	}

	/** @return the reply to a spawn whose ranks run */
	public static PmiReply spawned() {
		return line("spawn_result rc=0");
	}

	/** @param reason why the job was not started */
	public static PmiReply spawnRefused(String reason) {
		return line("spawn_result rc=-1 msg=" + word(reason));
	}

	/**
	 * {@return whether a text can be the value of a pair in a line}
	 *
	 * @param text a text
	 */
	public static boolean isWord(String text) {
		for (int i = 0; i < text.length(); i++) {
			if (text.charAt(i) <= ' ') {
				return false;
			}
		}
		return text.length() < PmiLimits.VALUE;
	}

	/** Makes a text fit for a pair, as hydra does: key_x_not_found. */
	private static String word(String text) {
		StringBuilder word = new StringBuilder();
		for (int i = 0; i < Math.min(text.length(), PmiLimits.VALUE / 2); i++) {
			char c = text.charAt(i);
			word.append(c <= ' ' || c == '=' ? '_' : c);
		}
		return word.toString();
	}

	@Override
	public String toString() {
		return text.stripTrailing();
	}
}
