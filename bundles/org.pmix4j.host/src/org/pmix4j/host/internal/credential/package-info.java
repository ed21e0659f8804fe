// SPDX-License-Identifier: EPL-2.0
/** Credentials by which processes prove their user to others. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.credential;
