import { useId } from "react";
import { Checkbox } from "../../ui/inputs/checkbox.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { type EventGroup, eventGroups, eventsOfGroups, toggleEvent } from "./rule_draft.ts";
import type { RulePart } from "./rule_part.ts";

/** Chooses events, group by group. */
export function EventFields({ draft: { events }, set, errorOf }: RulePart) {
  const { t } = useMessages();
  const id = useId();
  const error = errorOf("events");
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1.5">
      <h3 id={id} className="text-sm font-medium">{t("notifications.events")}</h3>
      <div className="divide-y divide-line rounded-md border border-line">
        {eventGroups.map((group) => (
          <Group
            key={group}
            group={group}
            events={events}
            onEvent={(event, chosen) => set({ events: toggleEvent(events, event, chosen) })}
          />
        ))}
      </div>
      {error && <p role="alert" className="text-xs text-danger-text">{error}</p>}
    </section>
  );
}

function Group(
  { group, events, onEvent }: {
    group: EventGroup;
    events: RulePart["draft"]["events"];
    onEvent: (event: RulePart["draft"]["events"][number], chosen: boolean) => void;
  },
) {
  const { t } = useMessages();
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-1.5 px-3 py-2.5">
      <div id={id} className="text-xs font-semibold text-faint">{t(`eventGroups.${group}`)}</div>
      <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-2">
        {eventsOfGroups[group].map((event) => (
          <Checkbox
            key={event}
            label={t(`notifiedEvents.${event}`)}
            checked={events.includes(event)}
            onChange={({ target }) => onEvent(event, target.checked)}
            className="touch:min-h-9"
          />
        ))}
      </div>
    </div>
  );
}
