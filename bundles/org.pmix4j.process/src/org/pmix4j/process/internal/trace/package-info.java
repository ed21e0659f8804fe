// SPDX-License-Identifier: EPL-2.0
/** Stack traces of processes of this machine. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.process.internal.trace;
