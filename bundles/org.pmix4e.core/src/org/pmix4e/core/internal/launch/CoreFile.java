// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.MessageFormat;

import org.pmix4e.core.internal.Messages;

/**
 * The process that a core file of Linux is of. Immutable.
 *
 * @param file    the core file
 * @param pid     the process id that the process had
 * @param program the executable file that it ran; empty if the core does not name it
 * @see "core(5); System V Application Binary Interface, Object Files; Linux, fs/binfmt_elf.c: the notes of a core"
 */
public record CoreFile(Path file, int pid, Path program) {
	private static final int MAGIC = 0x7f454c46;
	private static final byte WIDE = 2;
	private static final byte LITTLE_ENDIAN = 1;
	private static final short TYPE_CORE = 4;
	private static final int HEADER = 64;
	private static final int SEGMENT = 56;
	private static final int SEGMENT_NOTE = 4;
	/** The kernel writes the notes before all memory. */
	private static final int MOST_SEGMENTS = 16;
	/** The notes of some ten thousand threads. */
	private static final long MOST_BYTES = 64L << 20;
	private static final int NOTE_PROCESS = 3;
	private static final int PROCESS_PID = 24;
	private static final int NOTE_AUXV = 6;
	private static final long AUXV_PROGRAM_HEADERS = 3;
	private static final int NOTE_FILES = 0x46494c45;
	private static final String DELETED = " (deleted)";

	/**
	 * Reads the beginning of a core file.
	 *
	 * @param file to be read
	 * @return its process
	 * @throws IOException with the reason if it is not a core file of 64 bits
	 */
	public static CoreFile read(Path file) throws IOException {
		try (FileChannel channel = FileChannel.open(file)) {
			ByteBuffer header = bytes(channel, 0, HEADER);
			ByteOrder order = header.get(5) == LITTLE_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
			if (header.getInt(0) != MAGIC || header.get(4) != WIDE || header.order(order).getShort(16) != TYPE_CORE) {
				throw new IOException(MessageFormat.format(Messages.CoreFile_notCore, file));
			}
			int segments = Math.min(MOST_SEGMENTS, Short.toUnsignedInt(header.getShort(56)));
			for (int number = 0; number < segments; number++) {
				ByteBuffer segment = bytes(channel, header.getLong(32) + (long) number * SEGMENT, SEGMENT).order(order);
				if (segment.getInt(0) == SEGMENT_NOTE) {
					long size = Math.clamp(segment.getLong(32), 0, MOST_BYTES);
					return ofNotes(file, bytes(channel, segment.getLong(8), (int) size).order(order));
				}
			}
		} catch (EOFException | IndexOutOfBoundsException | IllegalArgumentException | ArithmeticException e) {
			throw new IOException(MessageFormat.format(Messages.CoreFile_notCore, file), e);
		}
		throw new IOException(MessageFormat.format(Messages.CoreFile_notCore, file));
	}

	private static ByteBuffer bytes(FileChannel channel, long position, int count) throws IOException {
		ByteBuffer bytes = ByteBuffer.allocate(count);
		while (bytes.hasRemaining()) {
			if (channel.read(bytes, position + bytes.position()) < 0) {
				throw new EOFException();
			}
		}
		return bytes.flip();
	}

	/** Reads the notes, whose names and contents are padded to 4 bytes. */
	private static CoreFile ofNotes(Path file, ByteBuffer notes) throws IOException {
		int pid = 0;
		long headers = 0;
		ByteBuffer files = ByteBuffer.allocate(0);
		while (notes.remaining() >= 12) {
			int nameSize = notes.getInt();
			int size = notes.getInt();
			int type = notes.getInt();
			int start = notes.position() + padded(nameSize);
			ByteBuffer contents = notes.slice(start, size).order(notes.order());
			notes.position(Math.min(notes.limit(), start + padded(size)));
			switch (type) {
				case NOTE_PROCESS -> pid = contents.getInt(PROCESS_PID);
				case NOTE_AUXV -> headers = value(contents, AUXV_PROGRAM_HEADERS);
				case NOTE_FILES -> files = contents;
				default -> {
					// registers of threads
				}
			}
		}
		if (pid == 0) {
			throw new IOException(MessageFormat.format(Messages.CoreFile_notCore, file));
		}
		return new CoreFile(file, pid, Path.of(fileAt(files, headers)));
	}

	private static int padded(int size) {
		return size + 3 & ~3;
	}

	private static long value(ByteBuffer auxv, long wanted) {
		while (auxv.remaining() >= 16) {
			long type = auxv.getLong();
			long value = auxv.getLong();
			if (type == wanted) {
				return value;
			}
		}
		return 0;
	}

	/** Returns the file that is mapped at an address; empty if none is. */
	private static String fileAt(ByteBuffer files, long address) {
		if (files.remaining() < 16) {
			return "";
		}
		int count = Math.toIntExact(files.getLong());
		files.position(16);
		String[] names = StandardCharsets.UTF_8.decode(files.slice(16 + 24 * count, files.limit() - 16 - 24 * count)).toString().split("\0");
		for (int number = 0; number < count; number++) {
			int entry = 16 + 24 * number;
			if (Long.compareUnsigned(files.getLong(entry), address) <= 0 && Long.compareUnsigned(address, files.getLong(entry + 8)) < 0) {
				String name = names[number];
				return name.endsWith(DELETED) ? name.substring(0, name.length() - DELETED.length()) : name;
			}
		}
		return "";
	}

	/** Returns the program, or throws with the reason if it is not there any more. */
	Path existingProgram() throws IOException {
		if (!Files.isReadable(program) || Files.isDirectory(program)) {
			throw new IOException(MessageFormat.format(Messages.CoreFile_noProgram, file, program));
		}
		return program;
	}
}
