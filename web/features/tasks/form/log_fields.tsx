import { NumberField } from "../../../ui/inputs/number_field.tsx";
import { TextField } from "../../../ui/inputs/text_field.tsx";
import { useMessages } from "../../../messages/use_messages.tsx";
import type { FormParts } from "./form_parts.ts";

/** Where the logs go, how many are kept and for how long. */
export function LogFields({ draft, set, fault: error }: FormParts) {
  const { t } = useMessages();
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label={t("task.logFolder")}
        optional
        mono
        value={draft.logFolder}
        onChange={(event) => set({ logFolder: event.target.value })}
        help={t("task.logFolderHelp")}
        error={error("logFolder")}
      />
      <NumberField
        label={t("task.logKeepRuns")}
        optional
        min={1}
        max={100_000}
        unit={t("task.logKeepUnit")}
        value={draft.logKeepRuns}
        onValue={(logKeepRuns) => set({ logKeepRuns })}
        help={t("task.logKeepHelp")}
        error={error("logKeepRuns")}
      />
      <NumberField
        label={t("task.logKeepDays")}
        optional
        min={1}
        max={3650}
        unit={t("task.logKeepDaysUnit")}
        value={draft.logKeepDays}
        onValue={(logKeepDays) => set({ logKeepDays })}
        help={t("task.logKeepDaysHelp")}
        error={error("logKeepDays")}
      />
    </div>
  );
}
