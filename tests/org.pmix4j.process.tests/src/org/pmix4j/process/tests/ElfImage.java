// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes ELF files with a dynamic section and nothing else. */
final class ElfImage {
	private static final long ADDRESS = 0x400000;
	private static final int ELF_HEADER = 64;

	private final boolean wide;
	private final ByteOrder order;
	private final List<long[]> entries = new ArrayList<>();
	private final ByteArrayOutputStream texts = new ByteArrayOutputStream();

	ElfImage(boolean wide, ByteOrder order) {
		this.wide = wide;
		this.order = order;
		texts.write(0);
	}

	static ElfImage common() {
		return new ElfImage(true, ByteOrder.LITTLE_ENDIAN);
	}

	ElfImage needs(String library) {
		return entry(1, library);
	}

	ElfImage runpath(String folders) {
		return entry(29, folders);
	}

	ElfImage rpath(String folders) {
		return entry(15, folders);
	}

	private ElfImage entry(int tag, String text) {
		entries.add(new long[] { tag, texts.size() });
		texts.writeBytes(text.getBytes(StandardCharsets.UTF_8));
		texts.write(0);
		return this;
	}

	private void word(ByteBuffer bytes, long value) {
		if (wide) {
			bytes.putLong(value);
		} else {
			bytes.putInt((int) value);
		}
	}

	byte[] bytes() {
		int header = wide ? 56 : 32;
		int begin = ELF_HEADER + 2 * header;
		int section = (entries.size() + 2) * 2 * (wide ? Long.BYTES : Integer.BYTES);
		int size = begin + section + texts.size();
		ByteBuffer bytes = ByteBuffer.allocate(size).order(order);
		bytes.put(new byte[] { 0x7f, 'E', 'L', 'F', (byte) (wide ? 2 : 1), (byte) (order == ByteOrder.BIG_ENDIAN ? 2 : 1), 1 });
		bytes.putShort(0x10, (short) 3).putShort(0x12, (short) (wide ? 62 : 8)).position(wide ? 0x20 : 0x1c);
		word(bytes, ELF_HEADER);
		bytes.putShort(wide ? 0x36 : 0x2a, (short) header).putShort(wide ? 0x38 : 0x2c, (short) 2);
		program(bytes, ELF_HEADER, 1, 0, size);
		program(bytes, ELF_HEADER + header, 2, begin, section);
		bytes.position(begin);
		for (long[] entry : entries) {
			word(bytes, entry[0]);
			word(bytes, entry[1]);
		}
		word(bytes, 5);
		word(bytes, ADDRESS + begin + section);
		word(bytes, 0);
		word(bytes, 0);
		bytes.put(texts.toByteArray());
		return bytes.array();
	}

	private void program(ByteBuffer bytes, int at, int type, int offset, int size) {
		bytes.putInt(at, type);
		if (wide) {
			bytes.putLong(at + 8, offset).putLong(at + 16, ADDRESS + offset).putLong(at + 32, size);
		} else {
			bytes.putInt(at + 4, offset).putInt(at + 8, (int) ADDRESS + offset).putInt(at + 16, size);
		}
	}

	Path write(Path file) throws IOException {
		return Files.write(file, bytes());
	}
}
