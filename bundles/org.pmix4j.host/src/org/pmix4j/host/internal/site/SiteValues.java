// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.site;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongFunction;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.Coord;
import org.pmix4j.model.CoordView;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.LinkState;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.StorageAccessType;
import org.pmix4j.model.StorageAccessibility;
import org.pmix4j.model.StorageMedium;
import org.pmix4j.model.StoragePersistence;

/**
 * Reads the values of a site's description. Stateless; throws IllegalArgumentException for what is not allowed, with a text that says
 * what is.
 */
final class SiteValues {
	private static final String UNITS = "KMGTPE";
	private static final int UNIT_BITS = 10;
	private static final int LARGEST_COST = 0xffff;

	private SiteValues() {
	}

	/** Reads the value of an attribute in the form that its type requests. */
	static Info read(Attribute<?> attribute, String text) {
		return Info.of(attribute.key(), switch (attribute.type().name()) {
			case "string" -> new PmixValue.Str(text);
			case "uint64" -> new PmixValue.UInt64(number(text));
			case "size" -> new PmixValue.Size(number(text));
			case "uint32" -> new PmixValue.UInt32((int) number(text, 0xffffffffL));
			case "double" -> PmixValue.Float64.of(real(text));
			case "storage medium" -> StorageMedium.of(bits(text, bit -> StorageMedium.of(bit).constantName()));
			case "storage accessibility" -> StorageAccessibility.of(bits(text, bit -> StorageAccessibility.of(bit).constantName()));
			case "storage persistence" -> StoragePersistence.of(bits(text, bit -> StoragePersistence.of(bit).constantName()));
			case "storage access type" -> accessType(text);
			case "link state" -> linkState(text);
			case "data array" -> new DataArray(DataType.UINT32,
					numbers(text, 0xffffffffL).stream().<PmixValue>map(PmixValue.UInt32::new).toList());
			default -> throw new IllegalArgumentException("cannot be set here");
		});
	}

	/** Reads a number with a unit of 1024 bytes, such as {@code 10T}. */
	private static long number(String text) {
		String upper = text.toUpperCase(Locale.ROOT);
		int unit = upper.isEmpty() ? -1 : UNITS.indexOf(upper.charAt(upper.length() - 1));
		int shift = (unit + 1) * UNIT_BITS;
		return number(unit < 0 ? text : text.substring(0, text.length() - 1).strip(), Long.MAX_VALUE >> shift) << shift;
	}

	private static long number(String text, long max) {
		try {
			long number = Long.parseLong(text);
			if (number >= 0 && number <= max) {
				return number;
			}
		} catch (NumberFormatException e) {
			// the same complaint as for one that is out of range
		}
		throw new IllegalArgumentException("must be a number of 0 to " + max + ", not '" + text + "'");
	}

	private static double real(String text) {
		try {
			double number = Double.parseDouble(text);
			if (number >= 0 && number < Double.POSITIVE_INFINITY) {
				return number;
			}
		} catch (NumberFormatException e) {
			// the same complaint as for one that is out of range
		}
		try {
			return number(text);
		} catch (IllegalArgumentException e) {
			throw new IllegalArgumentException("must be a number, not '" + text + "'", e);
		}
	}

	static List<String> words(String text) {
		return Arrays.stream(text.split(",")).map(String::strip).filter(word -> !word.isEmpty()).toList();
	}

	private static List<Integer> numbers(String text, long max) {
		return words(text).stream().map(word -> (int) number(word, max)).toList();
	}

	static List<Integer> costs(String text) {
		return numbers(text, LARGEST_COST);
	}

	private static long bits(String text, LongFunction<Optional<String>> name) {
		long all = 0;
		for (String word : words(text)) {
			long found = 0;
			List<String> known = new ArrayList<>();
			for (long bit = 1; bit != 0; bit <<= 1) {
				Optional<String> constant = name.apply(bit);
				constant.ifPresent(each -> known.add(each.toLowerCase(Locale.ROOT)));
				found |= constant.filter(word::equalsIgnoreCase).isPresent() ? bit : 0;
			}
			if (found == 0) {
				throw new IllegalArgumentException("must be of " + String.join(", ", known) + ", not '" + word + "'");
			}
			all |= found;
		}
		return all;
	}

	private static StorageAccessType accessType(String text) {
		return switch (text.toLowerCase(Locale.ROOT)) {
			case "rd" -> StorageAccessType.of(1);
			case "wr" -> StorageAccessType.of(2);
			case "rdwr" -> StorageAccessType.of(3);
			default -> throw new IllegalArgumentException("must be rd, wr or rdwr, not '" + text + "'");
		};
	}

	private static LinkState linkState(String text) {
		return switch (text.toLowerCase(Locale.ROOT)) {
			case "unknown" -> LinkState.UNKNOWN;
			case "down" -> LinkState.DOWN;
			case "up" -> LinkState.UP;
			default -> throw new IllegalArgumentException("must be up, down or unknown, not '" + text + "'");
		};
	}

	/** Reads coordinates in one or both views: {@code logical 1,2; physical 0,1}. */
	static List<Coord> coordinates(String text) {
		List<Coord> coordinates = new ArrayList<>();
		for (String view : text.split(";")) {
			String[] parts = view.strip().split("\\s+", 2);
			CoordView kind = switch (parts[0]) {
				case "logical" -> CoordView.LOGICAL;
				case "physical" -> CoordView.PHYSICAL;
				default -> throw new IllegalArgumentException("must begin with logical or physical, not '" + parts[0] + "'");
			};
			coordinates.add(new Coord(kind.code(), numbers(parts.length > 1 ? parts[1] : "", 0xffffffffL)));
		}
		return coordinates;
	}

	static byte[] hex(String text) {
		try {
			return HexFormat.of().parseHex(text);
		} catch (IllegalArgumentException e) {
			throw new IllegalArgumentException("must be an even number of hexadecimal digits, not '" + text + "'", e);
		}
	}
}
