// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.slurm.internal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads one stream of {@code srun --label}, whose lines begin with the number of a task, and restores the exact output of each rank: srun
 * adds a line end to each piece of a line that is longer than one of its messages, and to an unfinished last line. Used by one thread.
 *
 * @see RankScript
 */
public final class LabelReader {
	private static final int CHUNK = 1 << 16;
	private static final int UNKNOWN = 0;
	/** More bytes than a mark has. */
	private static final int KEPT = 64;

	private final byte[] mark;
	private final Target target;
	private final Map<Integer, RankStream> streams = new HashMap<>();
	private final ByteArrayOutputStream line = new ByteArrayOutputStream();

	/** Takes what the stream contains. */
	public interface Target {
		/**
		 * Output of a rank.
		 *
		 * @param rank  its number
		 * @param bytes need not be whole lines
		 */
		void output(int rank, byte[] bytes);

		/**
		 * The rank has begun.
		 *
		 * @param rank    its number
		 * @param node    the name of its node
		 * @param pid     its process id there
		 * @param step    the number of the step in the job of Slurm
		 * @param refusal why its program does not run; empty if it does
		 */
		void begun(int rank, String node, int pid, String step, String refusal);

		/**
		 * The program of the rank has ended.
		 *
		 * @param rank     its number
		 * @param exitCode as a shell reports it
		 */
		void ended(int rank, int exitCode);

		/**
		 * A line of Slurm itself.
		 *
		 * @param text without its end
		 */
		void line(String text);
	}

	/**
	 * @param mark   with which the marks of the ranks begin
	 * @param target takes what is read
	 */
	public LabelReader(byte[] mark, Target target) {
		this.mark = mark.clone();
		this.target = target;
	}

	/**
	 * Reads to the end.
	 *
	 * @param stream of srun
	 * @throws IOException if it cannot be read
	 */
	public void read(InputStream stream) throws IOException {
		byte[] chunk = new byte[CHUNK];
		for (int count = stream.read(chunk); count >= 0; count = stream.read(chunk)) {
			int from = 0;
			for (int i = 0; i < count; i++) {
				if (chunk[i] == '\n') {
					line.write(chunk, from, i - from);
					take(line.toByteArray());
					line.reset();
					from = i + 1;
				}
			}
			line.write(chunk, from, count - from);
			streams.forEach((rank, own) -> own.flush());
		}
		if (line.size() > 0) {
			take(line.toByteArray());
		}
		streams.values().forEach(RankStream::close);
	}

	private void take(byte[] text) {
		int at = 0;
		while (at < text.length && text[at] == ' ') {
			at++;
		}
		int rank = 0;
		int first = at;
		while (at < text.length && at < first + 7 && text[at] >= '0' && text[at] <= '9') {
			rank = 10 * rank + text[at] - '0';
			at++;
		}
		if (at == first || at + 1 >= text.length || text[at] != ':' || text[at + 1] != ' ') {
			target.line(new String(text, StandardCharsets.UTF_8));
			return;
		}
		streams.computeIfAbsent(rank, RankStream::new).take(Arrays.copyOfRange(text, at + 2, text.length));
	}

	/** Returns where the mark begins; -1 if it is not there. */
	private int find(byte[] bytes, int from) {
		for (int i = from; i <= bytes.length - mark.length; i++) {
			if (bytes[i] == mark[0] && Arrays.equals(bytes, i, i + mark.length, mark, 0, mark.length)) {
				return i;
			}
		}
		return -1;
	}

	/** One stream of one rank. */
	private final class RankStream {
		private final int rank;
		private final ByteArrayOutputStream ready = new ByteArrayOutputStream();
		/** The beginning of an unfinished line, which may contain a part of the mark. */
		private byte[] held = new byte[0];
		/** The length of the pieces into which srun cuts long lines. */
		private int piece = UNKNOWN;
		private boolean begun;
		private boolean ended;

		RankStream(int rank) {
			this.rank = rank;
		}

		void take(byte[] bytes) {
			if (!begun) {
				begin(bytes);
			} else if (ended) {
				late(bytes);
			} else if (bytes.length == piece) {
				hold(bytes);
				int safe = held.length - KEPT;
				if (safe > 0 && find(held, 0) < 0) {
					ready.write(held, 0, safe);
					held = Arrays.copyOfRange(held, safe, held.length);
				}
			} else {
				hold(bytes);
				int at = find(held, 0);
				if (at < 0) {
					ready.write(held, 0, held.length);
					ready.write('\n');
				} else {
					ready.write(held, 0, at);
					end(at);
				}
				held = new byte[0];
			}
		}

		private void begin(byte[] bytes) {
			if (held.length == 0 && find(bytes, 0) != 0) {
				target.line(new String(bytes, StandardCharsets.UTF_8));
				return;
			}
			if (piece == UNKNOWN) {
				piece = bytes.length < RankScript.FIRST_LENGTH - 1 ? bytes.length : Integer.MAX_VALUE;
			}
			hold(bytes);
			if (bytes.length < RankScript.SHORTEST_PIECE && words(0)[0].equals("end")) {
				// a signal came before the program
				begun = true;
				end(0);
				held = new byte[0];
			} else if (held.length >= RankScript.FIRST_LENGTH - 1) {
				begun = true;
				String[] words = words(0);
				held = new byte[0];
				target.begun(rank, words[1], Integer.parseInt(words[2]), words[3], words.length > 4 ? words[4] : "");
			}
		}

		private String[] words(int at) {
			return new String(held, at + mark.length, held.length - at - mark.length, StandardCharsets.UTF_8).strip().split(" +");
		}

		private void end(int at) {
			ended = true;
			flush();
			target.ended(rank, Integer.parseInt(words(at)[1]));
		}

		/** Takes what a process writes that the program has left behind, among the bytes that fill srun's buffer. */
		private void late(byte[] bytes) {
			String text = new String(bytes, StandardCharsets.ISO_8859_1);
			if (!text.isBlank()) {
				ready.writeBytes(bytes);
				ready.write('\n');
			}
		}

		private void hold(byte[] bytes) {
			if (held.length == 0) {
				held = bytes;
			} else {
				byte[] both = Arrays.copyOf(held, held.length + bytes.length);
				System.arraycopy(bytes, 0, both, held.length, bytes.length);
				held = both;
			}
		}

		private void flush() {
			if (ready.size() > 0) {
				target.output(rank, ready.toByteArray());
				ready.reset();
			}
		}

		/** Passes on what a rank has written that was killed with its shell. */
		private void close() {
			if (begun && !ended) {
				ready.write(held, 0, held.length);
			}
			flush();
		}
	}
}
