// SPDX-License-Identifier: EPL-2.0
/** Tests of the description of a site. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.tests.site;
