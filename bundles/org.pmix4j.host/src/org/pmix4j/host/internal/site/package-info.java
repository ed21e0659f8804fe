// SPDX-License-Identifier: EPL-2.0
/** The storage and the fabric of a site, as a file describes them, and the answers to questions about them. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.site;
