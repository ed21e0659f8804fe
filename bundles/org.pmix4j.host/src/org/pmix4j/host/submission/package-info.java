// SPDX-License-Identifier: EPL-2.0
/** Jobs that another process submits to a host that stays: how they travel, and how their output and result come back. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.submission;
