import { Check } from "lucide-react";
import type { Language } from "../../../server/contract/settings.ts";
import { useLanguageSwitch } from "../../shared/page/use_language_switch.ts";
import { Button } from "../../ui/inputs/button.tsx";
import { classNames } from "../../ui/class_names.ts";
import { useMessages } from "../../messages/use_messages.tsx";

/** The choice of the language; another one than the present loads the page again. */
export function LanguageStep({ onNext }: { onNext: () => void }) {
  const { t } = useMessages();
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm text-muted">{t("initialization.languageLead")}</p>
      <div role="radiogroup" aria-label={t("initialization.stepLanguage")} className="flex flex-col gap-2">
        <LanguageChoice value="en" label={t("shell.languageEnglish")} />
        <LanguageChoice value="zh" label={t("shell.languageChinese")} />
      </div>
      <Button variant="primary" autoFocus onClick={onNext}>{t("initialization.next")}</Button>
    </div>
  );
}

function LanguageChoice({ value, label }: { value: Language; label: string }) {
  const { language } = useMessages();
  const switchTo = useLanguageSwitch({ loggedIn: false });
  const chosen = language === value;
  return (
    <button
      type="button"
      role="radio"
      aria-checked={chosen}
      onClick={() => !chosen && void switchTo(value)}
      className={classNames(
        "flex h-12 items-center justify-between rounded-md border px-4 text-base icon-stroke",
        chosen ? "border-accent bg-selected font-medium" : "border-line-strong hover:bg-hover",
      )}
    >
      {label}
      {chosen && <Check size={16} aria-hidden className="text-accent-text" />}
    </button>
  );
}
