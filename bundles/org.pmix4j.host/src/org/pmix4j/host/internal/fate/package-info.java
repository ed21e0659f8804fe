// SPDX-License-Identifier: EPL-2.0
/** The ends of ranks and jobs: causes, exit codes and messages. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.fate;
