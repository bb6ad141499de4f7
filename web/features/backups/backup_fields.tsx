import type { BackupPart } from "../../../server/contract/automatic_backups.ts";
import { Checkbox } from "../../ui/inputs/checkbox.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import type { MessageKey } from "../../messages/messages.ts";
import { PasswordField } from "../../ui/inputs/password_field.tsx";
import { settingLimits } from "../../../server/contract/limits/settings.ts";

/** Renders checkboxes for the parts of a backup; at least one must be selected. */
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
          <p className="ms-6 text-xs text-muted touch:ms-7">{t(partMessages[part].help)}</p>
        </div>
      ))}
      {chosen.length === 0 && (
        <p role="alert" className="text-xs text-danger-text">{t("backup.partsMissing")}</p>
      )}
    </fieldset>
  );
}

/** Names and descriptions of the parts, in order. */
export const partMessages: Record<BackupPart, { name: MessageKey; help: MessageKey }> = {
  database: { name: "backup.partDatabase", help: "backup.partDatabaseHelp" },
  scripts: { name: "backup.partScripts", help: "backup.partScriptsHelp" },
  config: { name: "backup.partConfig", help: "backup.partConfigHelp" },
  history: { name: "backup.partHistory", help: "backup.partHistoryHelp" },
  logs: { name: "backup.partLogs", help: "backup.partLogsHelp" },
};

/** All parts, in order. */
export const allParts = Object.keys(partMessages) as BackupPart[]; // the type has a line for each

/** Minimum length, as on the server. */
const MIN = 8;

interface TypedPassphrase {
  first: string;
  again: string;
}

/** Returns whether a passphrase is valid and was repeated correctly. */
export function isPassphrase({ first, again }: TypedPassphrase): boolean {
  return first.length >= MIN && first === again;
}

/** Renders two fields for a new passphrase; errors appear after the first attempt. */
export function NewPassphrase(
  { value, tried, onValue }: {
    value: TypedPassphrase;
    tried: boolean;
    onValue: (value: TypedPassphrase) => void;
  },
) {
  const { t } = useMessages();
  const { first, again } = value;
  const short = tried && first.length < MIN;
  return (
    <div className="flex flex-col gap-3">
      <PasswordField
        label={t("backup.passphrase")}
        help={t("backup.passphraseHelp")}
        autoComplete="new-password"
        maxLength={settingLimits.passphrase}
        value={first}
        error={short ? t("backup.passphraseShort", { min: MIN }) : undefined}
        onChange={(event) => onValue({ ...value, first: event.target.value })}
      />
      <PasswordField
        label={t("backup.passphraseAgain")}
        autoComplete="new-password"
        maxLength={settingLimits.passphrase}
        value={again}
        error={tried && !short && first !== again ? t("backup.passphraseDiffers") : undefined}
        onChange={(event) => onValue({ ...value, again: event.target.value })}
      />
    </div>
  );
}
