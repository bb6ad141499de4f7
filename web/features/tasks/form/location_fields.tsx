import { ZoneField } from "../../../ui/inputs/zone_field.tsx";
import { TextField } from "../../../ui/inputs/text_field.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { FormParts } from "./form_parts.ts";

/** Where a task runs: on which clock, in which folder. */
export function LocationFields({ draft, set, fault: error }: FormParts) {
  const { t } = useMessages();
  return (
    <>
      <ZoneField
        value={draft.timeZone}
        onValue={(timeZone) => set({ timeZone })}
        help={t("task.timeZoneHelp")}
        error={error("timeZone")}
      />
      <TextField
        label={t("task.workingDirectory")}
        optional
        mono
        value={draft.workingDirectory}
        onChange={(event) => set({ workingDirectory: event.target.value })}
        help={t("task.workingDirectoryHelp")}
        error={error("workingDirectory")}
      />
    </>
  );
}
