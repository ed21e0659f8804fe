// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.log;

import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/**
 * One datum of a request to log. Immutable.
 *
 * @param source     the process that logs it
 * @param datum      the datum, under the key of its channel
 * @param form       the form that the request states
 * @param directives of the request
 */
record LogEntry(Proc source, Info datum, LogForm form, Infos directives) {
	/** @throws PmixException BAD_PARAM if the datum is not a text */
	String text() throws PmixException {
		if (datum.value() instanceof PmixValue.Str(String text)) {
			return text;
		}
		throw new PmixException(Status.ERR_BAD_PARAM, datum.key() + " must hold a text, not " + datum.value().type());
	}

	/** @throws PmixException BAD_PARAM if the datum is not an array of infos */
	Infos infos() throws PmixException {
		if (datum.value() instanceof DataArray array) {
			return array.infos();
		}
		throw new PmixException(Status.ERR_BAD_PARAM, datum.key() + " must hold an array of attributes, not " + datum.value().type());
	}
}
