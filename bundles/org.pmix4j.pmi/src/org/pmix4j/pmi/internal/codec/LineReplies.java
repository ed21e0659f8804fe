// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.internal.codec;

import java.util.Optional;

/**
 * The replies of PMI-1: one line, or several for {@link #welcome}. Stateless.
 *
 * @see "mpiexec.hydra -verbose, which shows the same lines"
 */
public final class LineReplies implements PmiReplies {
	/** The version of the protocol. */
	public static final int VERSION = 1;
	/** The version below it. */
	public static final int SUBVERSION = 1;

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

	/** A refusal of PMI-1 has no reason. */
	@Override
	public PmiReply connectionRefused(String reason) {
		return line("initack rc=-1");
	}

	@Override
	public PmiReply spaceName(String name) {
		return line("my_kvsname kvsname=" + name);
	}

	/** @param size the number of ranks that the session has room for */
	public static PmiReply universeSize(int size) {
		return line("universe_size size=" + size);
	}

	@Override
	public PmiReply put() {
		return line("put_result rc=0 msg=success");
	}

	@Override
	public PmiReply putRefused(String reason) {
		return line("put_result rc=-1 msg=" + word(reason));
	}

	@Override
	public PmiReply got(String value) {
		return line("get_result rc=0 msg=success value=" + value);
	}

	@Override
	public PmiReply getRefused(String reason) {
		return line("get_result rc=-1 msg=" + word(reason) + " value=unknown");
	}

	@Override
	public PmiReply barrierOut() {
		return line("barrier_out");
	}

	@Override
	public Optional<PmiReply> barrierRefused(String reason) {
		return Optional.empty();
	}

	@Override
	public PmiReply end() {
		return line("finalize_ack");
	}

	@Override
	public PmiReply published() {
		return line("publish_result rc=0 info=ok");
	}

	@Override
	public PmiReply publishRefused(String reason) {
		return named("publish_result", reason);
	}

	@Override
	public PmiReply found(String port) {
		return line("lookup_result rc=0 info=ok port=" + port);
	}

	@Override
	public PmiReply lookupRefused(String reason) {
		return named("lookup_result", reason);
	}

	@Override
	public PmiReply unpublished() {
		return line("unpublish_result rc=0 info=ok");
	}

	@Override
	public PmiReply unpublishRefused(String reason) {
		return named("unpublish_result", reason);
	}

	/** Releases differ in the pair that they look at. */
	private static PmiReply named(String command, String reason) {
		return line(command + " rc=-1 info=" + word(reason) + " msg=" + word(reason));
	}

	@Override
	public PmiReply spawned(String nspace) {
		return line("spawn_result rc=0");
	}

	@Override
	public PmiReply spawnRefused(String reason) {
		return line("spawn_result rc=-1 msg=" + word(reason));
	}

	@Override
	public boolean isValue(String text) {
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
}
