// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.internal.text.ElementReader;

/** Compares the reader with the parser of the JDK. */
class ElementReaderTest {
	private static List<String> elements(String document) {
		List<String> elements = new ArrayList<>();
		ElementReader in = new ElementReader("the text", document);
		while (in.next()) {
			elements.add((in.starts() ? "" : "/") + in.name() + " " + in.attribute("a") + " " + in.attribute("b"));
		}
		return elements;
	}

	private static List<String> expected(String document) throws XMLStreamException {
		XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
		factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
		XMLStreamReader in = factory.createXMLStreamReader(new StringReader(document));
		List<String> elements = new ArrayList<>();
		while (in.hasNext()) {
			int event = in.next();
			if (event == XMLStreamConstants.START_ELEMENT) {
				TreeMap<String, String> attributes = new TreeMap<>();
				for (int i = 0; i < in.getAttributeCount(); i++) {
					attributes.put(in.getAttributeLocalName(i), in.getAttributeValue(i));
				}
				elements.add(in.getLocalName() + " " + attributes.getOrDefault("a", "") + " " + attributes.getOrDefault("b", ""));
			} else if (event == XMLStreamConstants.END_ELEMENT) {
				elements.add("/" + in.getLocalName() + "  ");
			}
		}
		return elements;
	}

	@ParameterizedTest
	@ValueSource(strings = { "<x/>", "<x></x>", "<x a='1' b=\"2\"/>", "<x a='1'><y b='2'/><z>text</z></x>", " <x/> \n",
			"<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<!DOCTYPE x SYSTEM \"x.dtd\">\n<x a='>'/>\n<!-- c -->\n",
			"<x a='&lt;&gt;&amp;&quot;&apos;&#65;&#x42;&#x1F600;&#10;'/>", "<x a='one\ntwo\tthree\r\nfour'/>", "<x\n\ta = 'b'\n/>",
			"<x><!-- <y> - --><y/></x>", "<x><![CDATA[<y>&no;]]></x>", "<x><?p <y?></x>", "<x>a &amp; b</x >",
			"<n:x xmlns:n='u' n:a='1'/>", "<_x1.y-z a='\u00e4\u20ac'/>", "<\u00e4 a=''/>" })
	void document_isReadAsByTheJdk(String document) throws Exception {
		assertThat(elements(document)).isEqualTo(expected(document));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "x", "<", "<x", "<x>", "<x/", "<x/ >", "<x></y>", "</x>", "<x></x", "<x/><y/>", "<x/>text", "text<x/>",
			"<x a/>", "<x a=1/>", "<x a='1/>", "<x a='1'b='2'/>", "<x a='1' a='2'/>", "<x a='<'/>", "<x a='&'/>", "<x a='&no;'/>", "<x a='&#;'/>",
			"<x a='&#x110000;'/>", "<x a='&#0;'/>", "<x>&no;</x>", "<1/>", "< x/>", "<x><!-- </x>", "<x><![CDATA[</x>", "<x><? </x>",
			"<x>\u0001</x>", "<![CDATA[]]><x/>", "<x/><!DOCTYPE x>", "<x><y></x></y>", "<!DOCTYPE x", "<x>\uFFFF</x>", "<x a='1' /b='2'>" })
	void malformedDocument_isRefusedAsByTheJdk(String document) {
		assertThatThrownBy(() -> expected(document)).isInstanceOf(XMLStreamException.class);

		assertThatThrownBy(() -> elements(document)).isInstanceOf(IllegalArgumentException.class)
				.hasMessageStartingWith("the text: malformed XML in line 1: ");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "<x>;<y>;</x>|line 3: the end of x within y", "<x;a='1';a='2'/>|line 3: two attributes a",
			"<x>;&no;|line 1: the reference &no; is unknown", "<x>|line 1: the element x does not end" })
	void message_namesLineAndFault(String lines, String message) {
		assertThatThrownBy(() -> elements(lines.replace(";", "\n").replace("&no\n", "&no;")))
				.hasMessage("the text: malformed XML in " + message);
	}

	/** They could define entities that expand to more and more entities. */
	@Test
	void declarationsInTheDocument_areRefused() {
		String document = "<!DOCTYPE x [<!ENTITY a 'aaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]><x a='&b;'/>";

		assertThatThrownBy(() -> elements(document)).hasMessageContaining("declarations, which are not supported");
	}

	@Test
	void byteOrderMark_isSkipped() {
		assertThat(elements("\uFEFF<x/>")).containsExactly("x  ", "/x  ");
	}
}
