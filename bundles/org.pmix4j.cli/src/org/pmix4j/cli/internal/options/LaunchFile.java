// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

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
		try (InputStream in = Files.newInputStream(file)) {
			if (Files.size(file) > MAX_BYTES) {
				throw new IllegalArgumentException("launch file " + file + " is longer than " + MAX_BYTES + " bytes");
			}
			XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
			factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
			factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
			return read.filled(factory.createXMLStreamReader(in));
		} catch (IOException e) {
			throw new IllegalArgumentException("launch file " + file + " cannot be read: " + FileFailure.reason(e), e);
		} catch (XMLStreamException e) {
			throw new IllegalArgumentException("launch file " + file + " is not a launch configuration: " + e.getMessage(), e);
		}
	}

	private LaunchFile filled(XMLStreamReader xml) throws XMLStreamException {
		String kind = "";
		List<String> list = new ArrayList<>();
		Map<String, String> map = new HashMap<>();
		while (xml.hasNext()) {
			if (xml.next() != XMLStreamConstants.START_ELEMENT) {
				continue;
			}
			String key = attribute(xml, "key");
			String value = attribute(xml, "value");
			switch (xml.getLocalName()) {
				case "launchConfiguration" -> kind = attribute(xml, "type");
				case "stringAttribute", "intAttribute", "booleanAttribute" -> values.put(key, value);
				case "listAttribute", "setAttribute" -> lists.put(key, list = new ArrayList<>());
				case "mapAttribute" -> maps.put(key, map = new HashMap<>());
				case "listEntry", "setEntry" -> list.add(value);
				case "mapEntry" -> map.put(key, value);
				default -> throw new IllegalArgumentException("launch file " + file + " has an unknown element " + xml.getLocalName());
			}
		}
		return new LaunchFile(file, kind, Map.copyOf(values), Map.copyOf(lists), Map.copyOf(maps));
	}

	private static String attribute(XMLStreamReader xml, String name) {
		return Optional.ofNullable(xml.getAttributeValue(null, name)).orElse("");
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
