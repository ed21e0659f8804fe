// SPDX-License-Identifier: EPL-2.0
/**
 * The jobs of this workbench as views show them: servers, sessions, namespaces, programs and ranks.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4e.core.model;
