// SPDX-License-Identifier: EPL-2.0
/** The messages and the guards that all packages of this bundle share. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.core.internal;
