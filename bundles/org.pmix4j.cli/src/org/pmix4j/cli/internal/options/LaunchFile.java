// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.model.internal.text.ElementReader;
import org.pmix4j.model.internal.text.FileFailure;

/**
 * A launch configuration that Eclipse has stored in a file: its type and attributes, as they are written. Immutable.
 *
 * @param file   the file
 * @param type   the type of the configuration
 * @param values the attributes with one value, as text
 * @param lists  the attributes with a list of values
 * @param maps   the attributes with a map
 */
record LaunchFile(Path file, String type, Map<String, String> values, Map<String, List<String>> lists,
		Map<String, Map<String, String>> maps) {
	private static final long MAX_BYTES = 16 << 20;

	/** Reads a file, or throws IllegalArgumentException that says why that is not possible. */
	static LaunchFile read(Path file) {
		LaunchFile read = new LaunchFile(file, "", new HashMap<>(), new HashMap<>(), new HashMap<>());
		try {
			if (Files.size(file) > MAX_BYTES) {
				throw new IllegalArgumentException("launch file " + file + " is longer than " + MAX_BYTES + " bytes");
			}
			return read.filled(new ElementReader("launch file " + file + " is not a launch configuration", Files.readString(file)));
		} catch (IOException e) {
			throw new IllegalArgumentException("launch file " + file + " cannot be read: " + FileFailure.reason(e), e);
		}
	}

	private LaunchFile filled(ElementReader xml) {
		String kind = "";
		List<String> list = new ArrayList<>();
		Map<String, String> map = new HashMap<>();
		while (xml.next()) {
			if (!xml.starts()) {
				continue;
			}
			String key = xml.attribute("key");
			String value = xml.attribute("value");
			switch (xml.name()) {
				case "launchConfiguration" -> kind = xml.attribute("type");
				case "stringAttribute", "intAttribute", "booleanAttribute" -> values.put(key, value);
				case "listAttribute", "setAttribute" -> lists.put(key, list = new ArrayList<>());
				case "mapAttribute" -> maps.put(key, map = new HashMap<>());
				case "listEntry", "setEntry" -> list.add(value);
				case "mapEntry" -> map.put(key, value);
				default -> throw new IllegalArgumentException("launch file " + file + " has an unknown element " + xml.name());
			}
		}
		return new LaunchFile(file, kind, Map.copyOf(values), Map.copyOf(lists), Map.copyOf(maps));
	}

	/** Returns the value of an attribute with variables replaced; empty if it is not set. */
	String text(String attribute) {
		return replaced(values.getOrDefault(attribute, "")).strip();
	}

	/** Replaces the variables of a text. */
	String replaced(String text) {
		return LaunchVariables.replace(text, file);
	}
}
