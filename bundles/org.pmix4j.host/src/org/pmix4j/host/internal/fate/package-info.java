// SPDX-License-Identifier: EPL-2.0
/** How ranks and jobs end: the judgement, the exit code and the words for the user. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.fate;
