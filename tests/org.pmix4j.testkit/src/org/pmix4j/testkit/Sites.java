// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

/** Descriptions of sites. */
public final class Sites {
	/** What {@code pmix_site.c} expects. */
	public static final String EXAMPLE = """
			[storage scratch]
			path = /scratch
			medium = ssd, nvme
			capacity-limit = 10T

			[fabric net]
			vendor = acme

			[device mlx0]
			mtu = 4096
			coordinates = logical 1, 2
			endpoint = 0a0b0c
			costs = 0, 5

			[device mlx1]
			coordinates = logical 1, 3
			costs = 5, 0
			""";

	private Sites() {
	}
}
