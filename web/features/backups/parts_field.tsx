import type { BackupPart } from "../../../server/contract/automatic_backups.ts";
import { Checkbox } from "../../ui/inputs/checkbox.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { partMessages } from "./part_messages.ts";

/** The parts of a backup, to be chosen; at least one of them. */
export function PartsField(
  { parts, chosen, disabled = false, onChosen }: {
    parts: readonly BackupPart[];
    chosen: readonly BackupPart[];
    disabled?: boolean;
    onChosen: (chosen: BackupPart[]) => void;
  },
) {
  const { t } = useMessages();
  const toggle = (part: BackupPart, on: boolean) =>
    onChosen(parts.filter((one) => one === part ? on : chosen.includes(one)));
  return (
    <fieldset className="relative m-0 flex min-w-0 flex-col gap-2 border-0 p-0" disabled={disabled}>
      <legend className="sr-only">{t("backup.parts")}</legend>
      {parts.map((part) => (
        <div key={part}>
          <Checkbox
            label={t(partMessages[part].name)}
            checked={chosen.includes(part)}
            onChange={(event) => toggle(part, event.target.checked)}
          />
          <p className="ms-6 text-xs text-muted">{t(partMessages[part].help)}</p>
        </div>
      ))}
      {chosen.length === 0 && (
        <p role="alert" className="text-xs text-danger-text">{t("backup.partsMissing")}</p>
      )}
    </fieldset>
  );
}
