// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.iof;

import org.pmix4j.model.Infos;
import org.pmix4j.model.OutputFormat;
import org.pmix4j.model.OutputFormat.Tag;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.attributes.IofAttributes;

/**
 * Reads the format of output lines from directives. Stateless.
 *
 * @see "PMIx Standard, PMIX_IOF_TAG_OUTPUT and related attributes"
 */
public final class FormatReader {
	private FormatReader() {
	}

	/**
	 * @param directives directives of a job or of a request for output; old names of the keys are accepted, too
	 * @return the requested format
	 * @throws PmixException BAD_PARAM if one of them is not a truth value
	 */
	public static OutputFormat read(Infos directives) throws PmixException {
		boolean timestamp = directives.isTrue(IofAttributes.IOF_TIMESTAMP_OUTPUT) || directives.isTrue(IofAttributes.TIMESTAMP_OUTPUT);
		return new OutputFormat(tag(directives), timestamp, directives.isTrue(IofAttributes.IOF_XML_OUTPUT));
	}

	private static Tag tag(Infos directives) throws PmixException {
		if (directives.isTrue(IofAttributes.IOF_TAG_OUTPUT) || directives.isTrue(IofAttributes.TAG_OUTPUT)) {
			return Tag.JOB;
		}
		if (directives.isTrue(IofAttributes.IOF_TAG_DETAILED_OUTPUT)) {
			return Tag.DETAILED;
		}
		if (directives.isTrue(IofAttributes.IOF_TAG_FULLNAME_OUTPUT)) {
			return Tag.NAMESPACE;
		}
		return directives.isTrue(IofAttributes.IOF_RANK_OUTPUT) ? Tag.RANK : Tag.NONE;
	}
}
