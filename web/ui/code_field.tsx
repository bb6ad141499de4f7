import { useEffect, useRef } from "react";
import { useWords } from "../words/use_words.tsx";
import { TextField } from "./text_field.tsx";

const DIGITS = 6;

/** Six digits of an authenticator app; sends itself when all are there. */
export function CodeField(
  { value, onValue, onComplete, error, disabled = false }: {
    value: string;
    onValue: (code: string) => void;
    onComplete: (code: string) => void;
    error?: string | undefined;
    disabled?: boolean;
  },
) {
  const { t } = useWords();
  const input = useRef<HTMLInputElement>(null);
  // Disabled while it is checked, it lost the focus.
  useEffect(() => {
    if (!disabled) input.current?.focus();
  }, [disabled]);
  return (
    <TextField
      ref={input}
      label={t("security.code")}
      help={t("security.codeHelp")}
      value={value}
      error={error}
      disabled={disabled}
      autoComplete="one-time-code"
      inputMode="numeric"
      mono
      onChange={(event) => {
        const digits = event.target.value.replace(/\D/g, "").slice(0, DIGITS);
        onValue(digits);
        if (digits.length === DIGITS && digits !== value) onComplete(digits);
      }}
    />
  );
}
