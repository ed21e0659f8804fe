// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.monitoring;

import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/**
 * The event to raise when a monitored process shows no activity.
 *
 * @param code  code of the event
 * @param proc  the monitored process
 * @param range range of the event
 * @param infos details
 */
public record Alert(Status code, Proc proc, DataRange range, Infos infos) {
}
