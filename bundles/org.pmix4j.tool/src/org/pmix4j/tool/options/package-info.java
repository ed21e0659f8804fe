// SPDX-License-Identifier: EPL-2.0
/** How a tool finds its server and introduces itself. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.tool.options;
