// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.sensor;

import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/**
 * The event to raise when a process shows no sign of life.
 *
 * @param code  of the event
 * @param proc  the process that is watched
 * @param range who shall hear of it
 * @param infos about it
 */
public record Alert(Status code, Proc proc, DataRange range, Infos infos) {
}
