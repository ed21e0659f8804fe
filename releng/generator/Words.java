// SPDX-License-Identifier: EPL-2.0

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Sentences about table rows, common to constants and attributes. */
final class Words {
	private Words() {
	}

	static String history(Map<String, String> row) {
		String standard = row.get("std_since");
		String header = row.get("header_since");
		String from = header.equals("-") ? "" : header.equals("master") ? "OpenPMIx after 6.1" : "OpenPMIx " + header.substring(1);
		String since = switch (standard) {
			case "-" -> from.isEmpty() ? "" : "Not in the Standard; " + from + ".";
			case "master" -> "Standard after 5.0" + (from.isEmpty() ? "." : "; " + from + ".");
			default -> "Standard " + standard.substring(1) + (from.isEmpty() ? "; in no header." : "; " + from + ".");
		};
		boolean gone = "y".equals(row.get("in_4.2.2")) && "-".equals(row.get("in_6.1.0"));
		return since + (gone ? " Not in OpenPMIx 6.1." : "") + deprecated(row.get("deprecated_in"));
	}

	private static String deprecated(String releases) {
		if (releases.equals("no")) {
			return "";
		}
		String list = Stream.of(releases.replace(":deprecated", "").split(","))
				.map(r -> r.startsWith("v") ? r.substring(1) : r.replace("std", "Standard ").replace(":removed", " (removed)"))
				.collect(Collectors.joining(", "));
		return " Deprecated in " + list + ".";
	}

	static String sentence(String words) {
		return words + (words.endsWith(".") ? "" : ".");
	}
}
