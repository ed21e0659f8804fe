// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.codec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.pmix4j.model.DataType;
import org.pmix4j.model.PmixValue;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.codec.Unpacker;

/**
 * A value as packed by the C library; vectors/README.md describes how the bytes were recorded.
 *
 * @param library  release of the library
 * @param encoding dialect and kind of buffer
 * @param typeName the type without its prefix PMIX_
 * @param text     the value as a note for readers
 * @param output   the bytes in hex, or ERROR and how the library refused
 */
record GoldenVector(String library, Encoding encoding, String typeName, String text, String output) {
	private static final Path FOLDER = Path.of("vectors");
	private static final String REFUSED = "ERROR:";
	private static final Map<String, DataType> TYPES = types();

	/** Returns all packs, written or refused, of all dialects. */
	static List<GoldenVector> all() {
		return Stream.concat(rows("golden-4.2.2.tsv"), rows("golden-5-6-extra.tsv")).filter(row -> row[2].startsWith("PMIX_"))
				.map(GoldenVector::of).toList();
	}

	/** Returns the packs that the library wrote. */
	static List<GoldenVector> written() {
		return all().stream().filter(vector -> !vector.output.startsWith(REFUSED)).toList();
	}

	/** Returns the packs that the library refused. */
	static List<GoldenVector> refused() {
		return all().stream().filter(vector -> vector.output.startsWith(REFUSED)).toList();
	}

	/** Returns inputs and outputs of a function that packs nothing. */
	static Map<String, String> results(String file, String library, String function) {
		Map<String, String> results = new LinkedHashMap<>();
		rows(file).filter(row -> row[0].equals(library) && row[2].equals(function)).forEach(row -> results.put(row[3], row[4]));
		return results;
	}

	private static Map<String, DataType> types() {
		Map<String, DataType> types = new HashMap<>();
		for (int code = 0; code < 500; code++) {
			DataType type = DataType.of(code);
			type.constantName().ifPresent(name -> types.put(name, type));
		}
		return types;
	}

	private static Stream<String[]> rows(String file) {
		try {
			return Files.readAllLines(FOLDER.resolve(file)).stream().map(line -> line.split("\t", -1));
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	private static GoldenVector of(String[] row) {
		int colon = row[0].indexOf(':');
		String library = colon < 0 ? "lib4" : row[0].substring(0, colon);
		Dialect dialect = switch (library) {
			case "lib6" -> Dialect.V61;
			case "lib5" -> Dialect.V41;
			default -> Dialect.best(row[0]).orElseThrow();
		};
		Encoding encoding = new Encoding(dialect, row[1].equals("full_desc"));
		return new GoldenVector(library, encoding, row[2].substring("PMIX_".length()), row[3], row[4]);
	}

	DataType type() {
		return TYPES.getOrDefault(typeName, DataType.UNDEF);
	}

	byte[] bytes() {
		return HexFormat.of().parseHex(output);
	}

	List<PmixValue> decode() throws MalformedMessageException {
		return new Unpacker(encoding, ByteBuffer.wrap(bytes()), Limits.DEFAULT).getAll(type());
	}

	/** Returns whether the other vector has the same value in another encoding. */
	boolean isSameValue(GoldenVector other) {
		return typeName.equals(other.typeName) && text.equals(other.text);
	}

	@Override
	public String toString() {
		return encoding.dialect().moduleName() + (encoding.described() ? " described " : " ") + typeName + " "
				+ text.substring(0, Math.min(60, text.length()));
	}
}
