// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Reads elements and attributes from XML files for these tests. */
final class Xml {
	private Xml() {
	}

	/** Returns all elements with a name. */
	static List<Element> elements(Path file, String name) {
		return list(root(file).getElementsByTagName(name));
	}

	/** Returns the values of an attribute of all elements with a name. */
	static Set<String> attributes(Path file, String element, String attribute) {
		Set<String> values = new LinkedHashSet<>();
		elements(file, element).forEach(found -> values.add(found.getAttribute(attribute)));
		return values;
	}

	/** Returns the text of the first element with a name below a parent; empty if there is none. */
	static String text(Element parent, String name) {
		List<Element> found = list(parent.getElementsByTagName(name));
		return found.isEmpty() ? "" : found.get(0).getTextContent().strip();
	}

	/** Returns the outermost element. */
	static Element root(Path file) {
		try {
			return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile()).getDocumentElement();
		} catch (SAXException | IOException | ParserConfigurationException e) {
			throw new IllegalStateException("cannot read " + file, e);
		}
	}

	private static List<Element> list(NodeList nodes) {
		return IntStream.range(0, nodes.getLength()).mapToObj(nodes::item).map(Element.class::cast).toList();
	}
}
