// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.internal.codec;

import java.util.Optional;

import org.pmix4j.model.bytes.ByteStrings;

/**
 * The replies of PMI-2, a frame each. Immutable.
 *
 * @see "mpiexec.hydra -verbose with MPIR_CVAR_PMI_VERSION=2, which shows the same frames"
 */
public final class FrameReplies implements PmiReplies {
	/** The main version. */
	public static final int VERSION = 2;

	private final boolean escapes;

	/** @param escapes whether a semicolon in a value is written twice; without, such a value cannot be sent */
	public FrameReplies(boolean escapes) {
		this.escapes = escapes;
	}

	private static PmiReply frame(String command, String pairs) {
		String text = "cmd=" + command + "-response;" + pairs;
		String length = Integer.toString(ByteStrings.encode(text).length);
		return new PmiReply(" ".repeat(FrameReader.HEAD - length.length()) + length + text);
	}

	private static PmiReply done(String command, String pairs) {
		return frame(command, "rc=0;" + pairs);
	}

	private static PmiReply refused(String command, String reason) {
		return frame(command, "rc=1;errmsg=" + message(reason) + ";");
	}

	/** Makes a text fit for a pair. */
	private static String message(String text) {
		StringBuilder message = new StringBuilder();
		for (int i = 0; i < Math.min(text.length(), PmiLimits.VALUE / 2); i++) {
			char c = text.charAt(i);
			message.append(c < ' ' || c == ';' || c == '=' ? '_' : c);
		}
		return message.length() == 0 ? "refused" : message.toString();
	}

	/** @return the reply to the first request, which is still a line */
	public static PmiReply init() {
		return new PmiReply("cmd=response_to_init pmi_version=" + VERSION + " pmi_subversion=0 rc=0\n");
	}

	/**
	 * {@return the reply to the request that names the rank}
	 *
	 * @param rank    its number
	 * @param size    the number of ranks of its job
	 * @param program the number of its program in the job
	 * @param spawner the namespace of the job that has spawned it; empty if none has
	 */
	public static PmiReply fullInit(int rank, int size, int program, Optional<String> spawner) {
		return done("fullinit", "pmi-version=" + VERSION + ";pmi-subversion=0;rank=" + rank + ";size=" + size + ";appnum=" + program + ";"
				+ (spawner.isPresent() ? "spawner-jobid=" + spawner.get() + ";" : "") + "debugged=FALSE;pmiverbose=FALSE;");
	}

	/** @param value of the attribute of the job; empty if it has none */
	public PmiReply jobAttribute(Optional<String> value) {
		return attribute("info-getjobattr", value);
	}

	/** @param value of the attribute of the node; empty if it has none */
	public PmiReply nodeAttribute(Optional<String> value) {
		return attribute("info-getnodeattr", value);
	}

	/** A value must not be empty in a frame. */
	private PmiReply attribute(String command, Optional<String> value) {
		return value.isPresent() && !value.get().isEmpty() ? done(command, "found=TRUE;value=" + escaped(value.get()) + ";")
				: done(command, "found=FALSE;");
	}

	private String escaped(String value) {
		return escapes ? value.replace(";", ";;") : value;
	}

	/** @return the reply to a job that was connected to; values of its key-value space must be requested, as no copy is there */
	public static PmiReply connected() {
		return done("job-connect", "kvscopy=FALSE;");
	}

	/** @param reason why the job was not connected to */
	public static PmiReply connectRefused(String reason) {
		return refused("job-connect", reason);
	}

	/** @return the reply to a job that was disconnected from */
	public static PmiReply disconnected() {
		return done("job-disconnect", "");
	}

	/** @param reason why the job was not disconnected from */
	public static PmiReply disconnectRefused(String reason) {
		return refused("job-disconnect", reason);
	}

	/** @return the reply to an attribute of the node that was stored */
	public static PmiReply nodeAttributePut() {
		return done("info-putnodeattr", "");
	}

	/** @param reason why an attribute of the node was not stored */
	public static PmiReply nodeAttributeRefused(String reason) {
		return refused("info-putnodeattr", reason);
	}

	/**
	 * {@return the reply to a rank that takes part in the ring; a refusal if a value cannot be sent to it}
	 *
	 * @param place of the rank in the ring, from 0 on
	 * @param left  the value of its left neighbor
	 * @param right the value of its right neighbor
	 */
	public PmiReply ring(int place, String left, String right) {
		if (!left.isEmpty() && !isValue(left) || !right.isEmpty() && !isValue(right)) {
			return ringRefused("the value of a neighbor cannot be sent in this version of PMI");
		}
		return done("ring", "ring-count=" + place + ";ring-left=" + escaped(left) + ";ring-right=" + escaped(right) + ";");
	}

	/** @param reason why the ring cannot complete */
	public static PmiReply ringRefused(String reason) {
		return refused("ring", reason);
	}

	@Override
	public PmiReply connectionRefused(String reason) {
		return refused("fullinit", reason);
	}

	@Override
	public PmiReply spaceName(String name) {
		return done("job-getid", "jobid=" + name + ";");
	}

	@Override
	public PmiReply put() {
		return done("kvs-put", "");
	}

	@Override
	public PmiReply putRefused(String reason) {
		return refused("kvs-put", reason);
	}

	@Override
	public PmiReply got(String value) {
		return attribute("kvs-get", Optional.of(value));
	}

	/** A key without a value is not an error in PMI-2. */
	@Override
	public PmiReply getRefused(String reason) {
		return done("kvs-get", "found=FALSE;errmsg=" + message(reason) + ";");
	}

	@Override
	public PmiReply barrierOut() {
		return done("kvs-fence", "");
	}

	@Override
	public Optional<PmiReply> barrierRefused(String reason) {
		return Optional.of(refused("kvs-fence", reason));
	}

	@Override
	public PmiReply end() {
		return done("finalize", "");
	}

	@Override
	public PmiReply published() {
		return done("name-publish", "");
	}

	@Override
	public PmiReply publishRefused(String reason) {
		return refused("name-publish", reason);
	}

	/** Releases differ in the name of the value. */
	@Override
	public PmiReply found(String port) {
		return done("name-lookup", "found=TRUE;port=" + escaped(port) + ";value=" + escaped(port) + ";");
	}

	@Override
	public PmiReply lookupRefused(String reason) {
		return refused("name-lookup", reason);
	}

	@Override
	public PmiReply unpublished() {
		return done("name-unpublish", "");
	}

	@Override
	public PmiReply unpublishRefused(String reason) {
		return refused("name-unpublish", reason);
	}

	@Override
	public PmiReply spawned(String nspace) {
		return done("spawn", "jobid=" + nspace + ";nerrs=0;");
	}

	@Override
	public PmiReply spawnRefused(String reason) {
		return refused("spawn", reason);
	}

	@Override
	public boolean isValue(String text) {
		for (int i = 0; i < text.length(); i++) {
			if (text.charAt(i) < ' ' || text.charAt(i) == ';' && !escapes) {
				return false;
			}
		}
		return !text.isEmpty() && text.length() < PmiLimits.VALUE;
	}
}
