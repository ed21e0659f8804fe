// SPDX-License-Identifier: EPL-2.0
/** The preference page Run/Debug > PMIx. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.ui.internal.preferences;
