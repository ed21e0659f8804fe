// SPDX-License-Identifier: EPL-2.0
/** The few functions of the C library and files of the kernel that the JDK lacks. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.process.internal.posix;
