// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.spi;

import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;

/**
 * The tool that has started the process of a server. Immutable.
 *
 * @param proc    its identity
 * @param jobInfo the information about this process's own job that it has registered, such as PMIX_LAUNCH_DIRECTIVES
 */
public record ParentTool(Proc proc, Infos jobInfo) {
}
