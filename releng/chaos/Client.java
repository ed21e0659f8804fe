// SPDX-License-Identifier: EPL-2.0
import org.pmix4j.client.PmixClient;
import org.pmix4j.model.PmixException;

/** A rank that connects to its server and ends. */
final class Client {
	private Client() {
	}

	public static void main(String[] arguments) {
		try (PmixClient client = PmixClient.open()) {
			System.out.println(client.proc());
		} catch (PmixException e) {
			// java's launcher of single files cannot print an exception without a trace
			e.printStackTrace();
			System.exit(1);
		}
	}
}
