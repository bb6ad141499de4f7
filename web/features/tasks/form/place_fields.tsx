import { useSession } from "../../../api/use_session.ts";
import { TextField } from "../../../ui/text_field.tsx";
import { TimeZoneField } from "../../../ui/time_zone_field.tsx";
import { useWords } from "../../../words/use_words.tsx";
import type { FormParts } from "./task_form.tsx";

/** Where a task runs: on which clock, in which folder. */
export function PlaceFields({ draft, set, fault }: FormParts) {
  const { t } = useWords();
  const zone = useSession().settings.effectiveTimeZone;
  return (
    <>
      <TimeZoneField
        label={t("task.timeZone")}
        searchLabel={t("task.timeZoneSearch")}
        emptyLabel={t("task.zoneOfPanel", { zone })}
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
