// SPDX-License-Identifier: EPL-2.0
/** What groups of processes need of the host: numbers, and somebody who brings leaders and followers together. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.group;
