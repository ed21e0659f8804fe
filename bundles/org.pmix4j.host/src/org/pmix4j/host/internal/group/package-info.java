// SPDX-License-Identifier: EPL-2.0
/** The host's part in groups of processes: numbers, and bringing leaders and followers together. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.group;
