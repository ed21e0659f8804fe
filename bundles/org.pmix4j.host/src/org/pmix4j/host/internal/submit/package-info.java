// SPDX-License-Identifier: EPL-2.0
/** Jobs that tools submit: how they are read, and how their output, messages and result reach their submitters. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.submit;
