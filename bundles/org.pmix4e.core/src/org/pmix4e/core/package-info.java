// SPDX-License-Identifier: EPL-2.0
/** What views, tabs and other plug-ins use to launch PMIx jobs and to follow them. No user interface. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.core;
