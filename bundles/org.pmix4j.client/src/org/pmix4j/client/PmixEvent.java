// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/**
 * An event as one handler sees it.
 *
 * @param code    what happened
 * @param source  who raised it
 * @param range   who was to hear of it; LOCAL where the server does not say
 * @param infos   about it; the handler's own name is among them if it has one
 * @param results what the handlers before this one left: for each its name, or UNKNOWN, and status, then its own infos
 * @see "PMIx Standard, chapter Event Notification"
 */
public record PmixEvent(Status code, Proc source, DataRange range, Infos infos, Infos results) {
}
