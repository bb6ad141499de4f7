import { OwnZoneField } from "../../../ui/own_zone_field.tsx";
import { TextField } from "../../../ui/text_field.tsx";
import { useWords } from "../../../words/use_words.tsx";
import type { FormParts } from "./form_parts.ts";

/** Where a task runs: on which clock, in which folder. */
export function PlaceFields({ draft, set, fault }: FormParts) {
  const { t } = useWords();
  return (
    <>
      <OwnZoneField
        value={draft.timeZone}
        onValue={(timeZone) => set({ timeZone })}
        help={t("task.timeZoneHelp")}
        error={fault("timeZone")}
      />
      <TextField
        label={t("task.workingDirectory")}
        optional
        mono
        value={draft.workingDirectory}
        onChange={(event) => set({ workingDirectory: event.target.value })}
        help={t("task.workingDirectoryHelp")}
        error={fault("workingDirectory")}
      />
    </>
  );
}
