// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/**
 * An event as one handler sees it.
 *
 * @param code    the event
 * @param source  the process that raised it
 * @param range   the addressed processes; LOCAL if unknown
 * @param infos   details, with the name of the handler if it has one
 * @param results of the handlers before this one: for each its name, or UNKNOWN, with its status, then its infos
 * @see "PMIx Standard, chapter Event Notification"
 */
public record PmixEvent(Status code, Proc source, DataRange range, Infos infos, Infos results) {
}
