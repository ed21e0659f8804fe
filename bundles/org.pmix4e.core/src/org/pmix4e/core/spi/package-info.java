// SPDX-License-Identifier: EPL-2.0
/** What a plug-in implements to launch a further kind of program as ranks. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.core.spi;
