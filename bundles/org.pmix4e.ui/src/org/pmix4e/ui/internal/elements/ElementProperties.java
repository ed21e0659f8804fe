// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.elements;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import org.eclipse.ui.views.properties.IPropertyDescriptor;
import org.eclipse.ui.views.properties.IPropertySource;
import org.eclipse.ui.views.properties.PropertyDescriptor;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.RankSet;
import org.pmix4e.core.model.AppElement;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.NodeProcessor;
import org.pmix4e.core.model.NodeRanks;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.model.RankRange;
import org.pmix4e.core.model.ServerElement;
import org.pmix4e.core.model.SessionElement;
import org.pmix4e.ui.internal.Messages;

/** The read-only properties of an element, as of the moment of the call. */
final class ElementProperties implements IPropertySource {
	private final JobElement element;
	private final Map<String, String> values = new LinkedHashMap<>();

	ElementProperties(JobElement element) {
		this.element = element;
		read();
	}

	private void read() {
		values.clear();
		put(Messages.property_name, ElementText.name(element));
		put(Messages.property_kind, ElementText.kind(element));
		put(Messages.property_state, ElementText.state(element));
		switch (element) {
			case ServerElement server -> read(server);
			case SessionElement session -> read(session);
			case NamespaceElement namespace -> read(namespace);
			case AppElement app -> read(app);
			case RankRange range -> put(Messages.property_ranks, numbers(range.children()));
			case NodeRanks node -> put(Messages.property_ranks, numbers(node.children()));
			case RankElement rank -> read(rank);
		}
	}

	private static String numbers(List<RankElement> ranks) {
		return RankSet.of(Selected.numbers(ranks)).toString().replace(",", ", ");
	}

	private void read(ServerElement server) {
		put(Messages.property_command, server.command());
		put(Messages.property_pid, server.pid());
		put(Messages.property_namespace, server.name());
		put(Messages.property_address, server.uri());
	}

	private void read(SessionElement session) {
		put(Messages.property_allocation, session.allocation());
		put(Messages.property_deadline, session.deadline().map(ElementProperties::time));
		put(Messages.property_directory, session.directory().map(Path::toString));
		put(Messages.property_slots, Integer.toString(session.slots()));
		put(Messages.property_nodes, String.join(", ", session.nodes()));
	}

	private void read(NamespaceElement namespace) {
		put(Messages.property_namespace, namespace.name());
		put(Messages.property_ranks, Integer.toString(namespace.ranks().size()));
		put(Messages.property_started, Integer.toString(namespace.startedRanks()));
		put(Messages.property_connected, Integer.toString(namespace.connectedRanks()));
		put(Messages.property_spawner, namespace.spawner().map(rank -> ElementText.name(rank) + ", " + rank.namespace().name()));
		put(Messages.property_ordered, time(namespace.orderedAt()));
		put(Messages.property_ended, namespace.endedAt().map(ElementProperties::time));
		put(Messages.property_exit, namespace.exitCode());
		put(Messages.property_message, namespace.message());
		put(Messages.property_waits, Optional.of(String.join("; ", namespace.waits())).filter(waits -> !waits.isEmpty()));
		put(Messages.property_failure, namespace.firstFailure().map(failure -> ElementText.name(failure.rank()) + ": " + failure.reason()));
	}

	private void read(AppElement app) {
		put(Messages.property_program, app.program());
		put(Messages.property_arguments, String.join(" ", app.arguments()));
		put(Messages.property_ranks, Integer.toString(app.children().size()));
	}

	private void read(RankElement rank) {
		put(Messages.property_rank, rank.name());
		put(Messages.property_namespace, rank.namespace().name());
		put(Messages.property_program, rank.app().program());
		put(Messages.property_node, rank.node());
		put(Messages.property_processors, rank.processors().isEmpty() ? Messages.property_notBound : NodeProcessor.list(rank.processors()));
		put(Messages.property_pid, rank.pid());
		put(Messages.property_exit, rank.exitCode());
		put(Messages.property_reason, rank.reason());
		put(Messages.property_stop, rank.stop().or(rank::debugStop));
		put(Messages.property_waits, rank.waiting());
	}

	private void put(String name, String value) {
		values.put(name, value);
	}

	private void put(String name, Optional<String> value) {
		value.ifPresent(known -> put(name, known));
	}

	private void put(String name, OptionalInt value) {
		value.ifPresent(known -> put(name, Integer.toString(known)));
	}

	private static String time(Instant instant) {
		return DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM).withZone(ZoneId.systemDefault()).format(instant);
	}

	@Override
	public IPropertyDescriptor[] getPropertyDescriptors() {
		read();
		return values.keySet().stream().map(name -> new PropertyDescriptor(name, name)).toArray(IPropertyDescriptor[]::new);
	}

	@Override
	public @Nullable Object getPropertyValue(@Nullable Object id) {
		return values.get(id);
	}

	@Override
	public @Nullable Object getEditableValue() {
		return null;
	}

	@Override
	public boolean isPropertySet(@Nullable Object id) {
		return false;
	}

	@Override
	public void resetPropertyValue(@Nullable Object id) {
		// all properties are read-only
	}

	@Override
	public void setPropertyValue(@Nullable Object id, @Nullable Object value) {
		// all properties are read-only
	}
}
