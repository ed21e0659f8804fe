// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.output;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.pmix4e.core.spi.CommandAnswer;

/** Finds the source line of an address in a program or library by addr2line of GNU binutils. Stateless. */
final class AddressLine {
	private static final Duration LIMIT = Duration.ofSeconds(30);
	private static final Pattern LINE = Pattern.compile("(.*):(\\d{1,9})(?: \\(discriminator \\d+\\))?");
	private static final Pattern SYMBOL = Pattern.compile("([0-9a-f]+) [A-Za-z] (\\S+)");

	private AddressLine() {
	}

	/**
	 * Returns the place of an address. Waits for addr2line.
	 *
	 * @param file   a program or library
	 * @param symbol a function that the offset counts from; empty for the beginning of the file
	 * @param offset hexadecimal, without a prefix
	 * @return the place; empty if addr2line is not installed or does not know it
	 */
	static Optional<SourceLink> find(Path file, String symbol, String offset) {
		try {
			Optional<Long> base = symbol.isEmpty() ? Optional.of(0L) : address(file, symbol);
			if (base.isEmpty()) {
				return Optional.empty();
			}
			String address = "0x" + Long.toHexString(base.get() + Long.parseUnsignedLong(offset, 16));
			List<String> lines = run("addr2line", "-e", file.toString(), address);
			Matcher line = LINE.matcher(lines.isEmpty() ? "" : lines.get(0));
			return line.matches() && Integer.parseInt(line.group(2)) > 0
					? Optional.of(new SourceLink(0, 0, line.group(1), Integer.parseInt(line.group(2)))) : Optional.empty();
		} catch (IOException | NumberFormatException e) {
			return Optional.empty();
		}
	}

	/** Returns the address of a function, as addr2line knows none by name before release 2.41. */
	private static Optional<Long> address(Path file, String symbol) throws IOException {
		return run("nm", file.toString()).stream().map(SYMBOL::matcher).filter(found -> found.matches() && found.group(2).equals(symbol))
				.findFirst().map(found -> Long.parseUnsignedLong(found.group(1), 16));
	}

	private static List<String> run(String... command) throws IOException {
		return CommandAnswer.of(new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD), LIMIT).lines();
	}
}
