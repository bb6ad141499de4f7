import { KeyRound } from "lucide-react";
import { type ChangeEvent, type ReactNode, useId } from "react";
import { Button } from "../../../ui/button.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { keptSecret, type Secret } from "./secret.ts";

interface FieldOfSecret {
  label: string;
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  error: string | undefined;
}

/** A secret that is stored and never shown: it can be replaced or removed, and left alone it stays. */
export function SecretField(
  { label, stored, secret, onSecret, error, children }: {
    label: string;
    /** Whether the panel has one. */
    stored: boolean;
    secret: Secret;
    onSecret: (secret: Secret) => void;
    error: string | undefined;
    children: (field: FieldOfSecret) => ReactNode;
  },
) {
  const { t } = useWords();
  if (stored && secret.act !== "replace") {
    return <StoredSecret {...{ label, error, onSecret }} removed={secret.act === "remove"} />;
  }
  const field = children({
    label,
    value: secret.act === "replace" ? secret.text : "",
    onChange: (event) => {
      const text = event.target.value;
      onSecret(text === "" && !stored ? keptSecret : { act: "replace", text });
    },
    error,
  });
  if (!stored) return field;
  return (
    <div className="flex min-w-0 flex-col items-start gap-1 *:first:w-full">
      {field}
      <Button variant="ghost" size="small" className="-ms-2" onClick={() => onSecret(keptSecret)}>
        {t("subscriptions.secretKeep")}
      </Button>
    </div>
  );
}

function StoredSecret(
  { label, removed, error, onSecret }: {
    label: string;
    removed: boolean;
    error: string | undefined;
    onSecret: (secret: Secret) => void;
  },
) {
  const { t } = useWords();
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="flex min-w-0 flex-col gap-1.5">
      <span id={id} className="text-sm font-medium">{label}</span>
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 text-sm icon-stroke">
        <KeyRound size={14} aria-hidden className="text-faint" />
        <span className={removed ? "text-danger-text" : "text-muted"}>
          {t(removed ? "subscriptions.secretRemoved" : "subscriptions.secretStored")}
        </span>
        <span className="ms-auto flex gap-1">
          {removed
            ? (
              <Button size="small" onClick={() => onSecret(keptSecret)}>
                {t("subscriptions.secretKeep")}
              </Button>
            )
            : (
              <>
                <Button
                  size="small"
                  aria-label={`${t("subscriptions.secretReplace")}: ${label}`}
                  onClick={() => onSecret({ act: "replace", text: "" })}
                >
                  {t("subscriptions.secretReplace")}
                </Button>
                <Button
                  size="small"
                  variant="ghost"
                  aria-label={`${t("subscriptions.secretRemove")}: ${label}`}
                  onClick={() => onSecret({ act: "remove" })}
                >
                  {t("subscriptions.secretRemove")}
                </Button>
              </>
            )}
        </span>
      </div>
      {error && <div role="alert" className="text-xs text-danger-text">{error}</div>}
    </div>
  );
}
