import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { TextField } from "./text_field.tsx";

const DIGITS = 6;

/** Renders the field for the six digits of an authenticator app; submits itself when complete. */
export function CodeField(
  { value, onValue, onComplete, error, disabled = false }: {
    value: string;
    onValue: (code: string) => void;
    onComplete: (code: string) => void;
    error?: string | undefined;
    disabled?: boolean;
  },
) {
  const { t } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  const [tried, setTried] = useState(false);
  // The field loses the focus while it is disabled during the check.
  useEffect(() => {
    if (!disabled) input.current?.focus();
  }, [disabled]);
  // Enter submits again after a failed request, or reports what is missing.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (value.length === DIGITS) onComplete(value);
    else setTried(true);
  };
  return (
    <TextField
      ref={input}
      label={t("security.code")}
      help={t("security.codeHelp")}
      value={value}
      error={error ?? (tried ? t("security.codeFormat") : undefined)}
      disabled={disabled}
      autoComplete="one-time-code"
      inputMode="numeric"
      mono
      onKeyDown={onKeyDown}
      onChange={(event) => {
        const digits = event.target.value.replace(/\D/g, "").slice(0, DIGITS);
        setTried(false);
        onValue(digits);
        if (digits.length === DIGITS && digits !== value) onComplete(digits);
      }}
    />
  );
}
