import { classNames } from "../../ui/class_names.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import type { MessageKey } from "../../messages/messages.ts";
import { ratePassword, type Strength, type StrengthHint } from "./password_strength.ts";

const styles: Record<Strength, { bars: number; colour: string; word: MessageKey }> = {
  weak: { bars: 1, colour: "bg-danger", word: "initialization.strengthWeak" },
  fair: { bars: 2, colour: "bg-warning", word: "initialization.strengthFair" },
  good: { bars: 3, colour: "bg-success", word: "initialization.strengthGood" },
  strong: { bars: 4, colour: "bg-success", word: "initialization.strengthStrong" },
};

const hints: Record<StrengthHint, MessageKey> = {
  longer: "initialization.hintLonger",
  varied: "initialization.hintVaried",
  username: "initialization.hintUsername",
};

/** How good a password is: four bars, a word and what would help. */
export function StrengthMeter({ password, username }: { password: string; username: string }) {
  const { t } = useMessages();
  if (password === "") return <>{t("initialization.passwordHelp")}</>;
  const { strength, hint } = ratePassword(password, username);
  const { bars, colour, word } = styles[strength];
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
      <span aria-label={t("initialization.strength")}>{t(word)}</span>
      {hint && <span>· {t(hints[hint])}</span>}
    </span>
  );
}
