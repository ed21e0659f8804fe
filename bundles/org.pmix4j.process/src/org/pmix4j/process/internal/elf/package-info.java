// SPDX-License-Identifier: EPL-2.0
/** Reads programs and shared libraries in the ELF format, to know which parallel library a program is linked with. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.process.internal.elf;
