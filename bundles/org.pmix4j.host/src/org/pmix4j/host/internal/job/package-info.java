// SPDX-License-Identifier: EPL-2.0
/** Jobs on their way from order to result: ranks, families, holds, events. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.job;
