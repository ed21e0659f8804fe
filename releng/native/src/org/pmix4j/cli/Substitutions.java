// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.IOException;
import java.security.SecureRandomParameters;

import com.oracle.svm.core.annotate.Substitute;
import com.oracle.svm.core.annotate.TargetClass;
import com.oracle.svm.core.annotate.TargetElement;

/**
 * Parts of the JDK that no call ever reaches, though native-image cannot know it, and that would bring a sixth of all code with them. The
 * build fails where a JDK does not have them any more.
 */
final class Substitutions {
	private Substitutions() {
	}

	/** No parser is allowed to read external entities. They would be sought in catalogs, whose reader validates them against schemas. */
	@TargetClass(className = "com.sun.org.apache.xerces.internal.impl.XMLEntityManager")
	static final class ExternalEntities {
		private ExternalEntities() {
		}

		@Substitute
		Resolved resolveEntityAsPerStax(Identifier identifier) throws IOException {
			throw new IOException("external entities are not read");
		}

		@Substitute
		Input resolveEntity(Identifier identifier) throws IOException {
			throw new IOException("external entities are not read");
		}
	}

	@TargetClass(className = "com.sun.org.apache.xerces.internal.xni.XMLResourceIdentifier")
	interface Identifier {
	}

	@TargetClass(className = "com.sun.xml.internal.stream.StaxXMLInputSource")
	static final class Resolved {
		private Resolved() {
		}
	}

	@TargetClass(className = "com.sun.org.apache.xerces.internal.xni.parser.XMLInputSource")
	static final class Input {
		private Input() {
		}
	}

	/** Random numbers come from the kernel. These generators would bring all ciphers and message authentication codes. */
	@TargetClass(className = "sun.security.provider.DRBG")
	static final class Generators {
		private Generators() {
		}

		@Substitute
		@TargetElement(name = TargetElement.CONSTRUCTOR_NAME)
		public void construct(SecureRandomParameters parameters) {
			throw new UnsupportedOperationException("DRBG is not in this executable");
		}
	}
}
