import { useSession } from "../../../api/use_session.ts";
import { TextField } from "../../../ui/text_field.tsx";
import { TimeZoneField } from "../../../ui/time_zone_field.tsx";
import { useWords } from "../../../words/use_words.tsx";
import type { FormParts } from "./task_form.tsx";

/** Where a task runs, in time and on disk. */
export function PlaceFields({ draft, set, fault }: FormParts) {
  const { t } = useWords();
  const zone = useSession().settings.effectiveTimeZone;
  return (
    <>
      <TimeZoneField
        label={t("tasks.timeZone")}
        searchLabel={t("tasks.timeZoneSearch")}
        emptyLabel={t("tasks.zoneOfPanel", { zone })}
        value={draft.timeZone}
        onValue={(timeZone) => set({ timeZone })}
        help={t("tasks.timeZoneHelp")}
        error={fault("timeZone")}
      />
      <TextField
        label={t("tasks.workingDirectory")}
        optional
        mono
        value={draft.workingDirectory}
        onChange={(event) => set({ workingDirectory: event.target.value })}
        help={t("tasks.workingDirectoryHelp")}
        error={fault("workingDirectory")}
      />
      <TextField
        label={t("tasks.logFolder")}
        optional
        mono
        value={draft.logFolder}
        onChange={(event) => set({ logFolder: event.target.value })}
        help={t("tasks.logFolderHelp")}
        error={fault("logFolder")}
      />
    </>
  );
}
