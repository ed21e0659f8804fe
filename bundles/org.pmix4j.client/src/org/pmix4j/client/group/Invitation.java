// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.group;

import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;

/**
 * An invitation to a group.
 *
 * @param group  name of the group
 * @param leader the process that invites
 * @param infos  details that it gives
 * @see "PMIx Standard, chapter Process Sets and Groups, PMIX_GROUP_INVITED"
 */
public record Invitation(String group, Proc leader, Infos infos) {
}
