// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.elf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.model.bytes.ByteStrings;

/**
 * The part of an ELF file that names its shared libraries. Every count, length and place in the file is checked before it is used.
 * Immutable.
 *
 * @param machine the word size and the processor; a program cannot load libraries of another one
 * @param needed  the names of the libraries (DT_NEEDED)
 * @param rpath   the folders to search before those of the environment, with colons between them (DT_RPATH)
 * @param runpath the folders to search after those of the environment, likewise (DT_RUNPATH)
 * @see "System V ABI, chapters Object Files, and Program Loading and Dynamic Linking"
 */
public record ElfFile(int machine, List<String> needed, String rpath, String runpath) {
	private static final int MAGIC = 0x7f454c46;
	private static final int HEADER = 64;
	private static final int CLASS_64 = 2;
	private static final int BIG_ENDIAN = 2;
	private static final int LOAD = 1;
	private static final int DYNAMIC = 2;
	private static final int DT_NULL = 0;
	private static final int DT_NEEDED = 1;
	private static final int DT_STRTAB = 5;
	private static final int DT_RPATH = 15;
	private static final int DT_RUNPATH = 29;
	/** More program headers than a linker makes. */
	private static final int HEADERS = 256;
	/** More bytes than a linker needs for the dynamic section. */
	private static final int SECTION = 1 << 16;
	/** More libraries than any program names. */
	private static final int LIBRARIES = 256;
	private static final int NAME = 4096;
	private static final int LINE = 256;

	/** Copies the list. */
	public ElfFile {
		needed = List.copyOf(needed);
	}

	/** A piece of the file and its address in the memory of a process. */
	private record Segment(int type, long offset, long address, long size) {
	}

	/**
	 * {@return the words behind {@code #!} in the first line; empty if the file does not begin with that}
	 *
	 * @param file a file
	 * @throws IOException if it cannot be read
	 */
	public static Optional<String> interpreterOfScript(Path file) throws IOException {
		try (FileChannel channel = open(file)) {
			ByteBuffer bytes = read(channel, 0, LINE);
			if (bytes.remaining() < 2 || bytes.get() != '#' || bytes.get() != '!') {
				return Optional.empty();
			}
			String line = ByteStrings.decode(bytes.array(), 2, bytes.remaining());
			return Optional.of(line.lines().findFirst().orElse("").strip());
		}
	}

	/**
	 * Reads a program or a library. Blocks on the file system.
	 *
	 * @param file a file
	 * @return its names; empty if it is not an ELF file
	 * @throws IOException if it cannot be read, or contradicts itself
	 */
	public static Optional<ElfFile> read(Path file) throws IOException {
		try (FileChannel channel = open(file)) {
			ByteBuffer header = read(channel, 0, HEADER);
			if (header.remaining() < HEADER || header.getInt() != MAGIC) {
				return Optional.empty();
			}
			boolean wide = header.get() == CLASS_64;
			ByteOrder order = header.get() == BIG_ENDIAN ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
			return Optional.of(new Reader(channel, wide, order).file(header.order(order)));
		}
	}

	/** Opens a regular file; reading a pipe or a device might block forever. */
	private static FileChannel open(Path file) throws IOException {
		if (!Files.isRegularFile(file)) {
			throw new IOException("not a regular file");
		}
		return FileChannel.open(file, StandardOpenOption.READ);
	}

	/** Reads bytes, fewer at the end of the file. */
	private static ByteBuffer read(FileChannel channel, long offset, int count) throws IOException {
		ByteBuffer bytes = ByteBuffer.allocate(count);
		long at = offset;
		while (at >= 0 && bytes.hasRemaining()) {
			int read = channel.read(bytes, at);
			if (read < 0) {
				break;
			}
			at += read;
		}
		return bytes.flip();
	}

	/** The reading of one file. */
	private record Reader(FileChannel channel, boolean wide, ByteOrder order) {
		ElfFile file(ByteBuffer header) throws IOException {
			int machine = header.getShort(0x12) & 0xffff;
			List<Segment> segments = segments(header);
			Optional<Segment> dynamic = segments.stream().filter(segment -> segment.type == DYNAMIC).findFirst();
			if (dynamic.isEmpty()) {
				// linked statically
				return new ElfFile(machine << 1 | (wide ? 1 : 0), List.of(), "", "");
			}
			ByteBuffer section = bytes(dynamic.get().offset, (int) Math.min(SECTION, Math.max(0, dynamic.get().size)));
			List<Long> names = new ArrayList<>();
			long texts = -1;
			long rpath = -1;
			long runpath = -1;
			while (section.remaining() >= 2 * wordSize()) {
				long tag = word(section);
				long value = word(section);
				if (tag == DT_NULL) {
					break;
				} else if (tag == DT_NEEDED && names.size() < LIBRARIES) {
					names.add(value);
				} else if (tag == DT_STRTAB) {
					texts = value;
				} else if (tag == DT_RPATH) {
					rpath = value;
				} else if (tag == DT_RUNPATH) {
					runpath = value;
				}
			}
			long table = offset(segments, texts);
			List<String> needed = new ArrayList<>();
			for (long name : names) {
				needed.add(text(table, name));
			}
			return new ElfFile(machine << 1 | (wide ? 1 : 0), needed, rpath < 0 ? "" : text(table, rpath), runpath < 0 ? "" : text(table, runpath));
		}

		private List<Segment> segments(ByteBuffer header) throws IOException {
			long offset = wide ? header.getLong(0x20) : header.getInt(0x1c) & 0xffffffffL;
			int size = header.getShort(wide ? 0x36 : 0x2a) & 0xffff;
			int count = header.getShort(wide ? 0x38 : 0x2c) & 0xffff;
			if (size != (wide ? 56 : 32) || count > HEADERS) {
				throw new IOException("malformed ELF file: " + count + " program headers of " + size + " bytes");
			}
			ByteBuffer table = bytes(offset, size * count);
			List<Segment> segments = new ArrayList<>();
			for (int at = 0; at + size <= table.limit(); at += size) {
				int type = table.getInt(at);
				if (type == LOAD || type == DYNAMIC) {
					segments.add(wide ? new Segment(type, table.getLong(at + 8), table.getLong(at + 16), table.getLong(at + 32))
							: new Segment(type, unsigned(table, at + 4), unsigned(table, at + 8), unsigned(table, at + 16)));
				}
			}
			return segments;
		}

		private static long unsigned(ByteBuffer bytes, int at) {
			return bytes.getInt(at) & 0xffffffffL;
		}

		private int wordSize() {
			return wide ? Long.BYTES : Integer.BYTES;
		}

		private long word(ByteBuffer bytes) {
			return wide ? bytes.getLong() : bytes.getInt() & 0xffffffffL;
		}

		private ByteBuffer bytes(long offset, int count) throws IOException {
			return read(channel, offset, count).order(order);
		}

		/** Returns the place in the file of an address. */
		private static long offset(List<Segment> segments, long address) throws IOException {
			for (Segment segment : segments) {
				if (segment.type == LOAD && address >= segment.address && address - segment.address < segment.size) {
					return segment.offset + (address - segment.address);
				}
			}
			throw new IOException("malformed ELF file: no segment has the names of its libraries");
		}

		private String text(long table, long name) throws IOException {
			if (name < 0 || name > Integer.MAX_VALUE) {
				throw new IOException("malformed ELF file: a name at " + name);
			}
			ByteBuffer bytes = bytes(table + name, NAME);
			int end = 0;
			while (end < bytes.limit() && bytes.get(end) != 0) {
				end++;
			}
			return ByteStrings.decode(bytes.array(), 0, end);
		}
	}
}
