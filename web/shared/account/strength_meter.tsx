import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../../ui/class_names.ts";
import { ratePassword, type Strength, type StrengthHint } from "./new_password.ts";

const styles: Record<Strength, { bars: number; colour: string; label: MessageKey }> = {
  weak: { bars: 1, colour: "bg-danger", label: "initialization.strengthWeak" },
  fair: { bars: 2, colour: "bg-warning", label: "initialization.strengthFair" },
  good: { bars: 3, colour: "bg-success", label: "initialization.strengthGood" },
  strong: { bars: 4, colour: "bg-success", label: "initialization.strengthStrong" },
};

const hints: Record<StrengthHint, MessageKey> = {
  longer: "initialization.hintLonger",
  varied: "initialization.hintVaried",
  username: "initialization.hintUsername",
};

/** Renders the strength of a password as four bars, a word and a suggestion. */
export function StrengthMeter({ password, username }: { password: string; username: string }) {
  const { t } = useMessages();
  if (password === "") return <>{t("initialization.passwordHelp")}</>;
  const { strength, hint } = ratePassword(password, username);
  const { bars, colour, label } = styles[strength];
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span aria-hidden className="flex gap-1">
        {[1, 2, 3, 4].map((bar) => (
          <span
            key={bar}
            className={classNames("h-1 w-7 rounded-full", bar <= bars ? colour : "bg-neutral-soft")}
          />
        ))}
      </span>
      <span>
        <span aria-label={t("initialization.strength")}>{t(label)}</span>
        {hint && ` · ${t(hints[hint])}`}
      </span>
    </span>
  );
}
