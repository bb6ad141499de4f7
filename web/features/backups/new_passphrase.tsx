import { PasswordField } from "../../ui/inputs/password_field.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { settingLimits } from "../../../server/contract/limits/settings.ts";

/** Fewer are refused by the panel too. */
const MIN = 8;

export interface TypedPassphrase {
  first: string;
  again: string;
}

/** Tells whether a passphrase is one, typed twice the same. */
export function isPassphrase({ first, again }: TypedPassphrase): boolean {
  return first.length >= MIN && first === again;
}

/** A new passphrase, typed twice; what is wrong is said once it was tried. */
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
