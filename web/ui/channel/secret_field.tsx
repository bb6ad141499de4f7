import { KeyRound } from "lucide-react";
import { useId } from "react";
import { useWords } from "../../words/use_words.tsx";
import { Button } from "../button.tsx";
import type { FieldProps } from "../field.tsx";
import { PasswordField } from "../password_field.tsx";
import type { SecretAct } from "./channel_draft.ts";

interface SecretFieldProps extends FieldProps {
  /** Whether the panel has one. */
  stored: boolean;
  secret: SecretAct;
  onSecret: (secret: SecretAct) => void;
}

/** A secret that is never shown: set it; once it is stored, replace it, remove it or leave it alone. */
export function SecretField({ stored, secret, onSecret, ...field }: SecretFieldProps) {
  const { t } = useWords();
  if (stored && secret.act !== "replace") {
    return <StoredSecret {...{ ...field, onSecret }} removed={secret.act === "remove"} />;
  }
  const change = (text: string) =>
    onSecret(text === "" && !stored ? { act: "keep" } : { act: "replace", text });
  const input = (
    <PasswordField
      {...field}
      mono
      // Else the browser offers the password of the panel.
      autoComplete="new-password"
      value={secret.act === "replace" ? secret.text : ""}
      onChange={(event) => change(event.target.value)}
    />
  );
  if (!stored) return input;
  return (
    <div className="flex min-w-0 flex-col items-start gap-1 *:first:w-full">
      {input}
      <Button variant="ghost" size="small" className="-ms-2" onClick={() => onSecret({ act: "keep" })}>
        {t("notifications.secretKeep")}
      </Button>
    </div>
  );
}

function StoredSecret(
  { label, help, error, optional, removed, onSecret }: FieldProps & {
    removed: boolean;
    onSecret: (secret: SecretAct) => void;
  },
) {
  const { t } = useWords();
  const id = useId();
  const act = (name: string, secret: SecretAct) => (
    <Button
      size="small"
      aria-label={`${name}: ${label}`}
      onClick={() => onSecret(secret)}
    >
      {name}
    </Button>
  );
  return (
    <div role="group" aria-labelledby={id} className="flex min-w-0 flex-col gap-1.5">
      <span id={id} className="text-sm font-medium">{label}</span>
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 text-sm icon-stroke">
        <KeyRound size={14} aria-hidden className="text-faint" />
        <span className={removed ? "text-danger-text" : "text-muted"}>
          {t(removed ? "notifications.secretRemoved" : "notifications.secretStored")}
        </span>
        <span className="ms-auto flex gap-1">
          {removed
            ? act(t("notifications.secretKeep"), { act: "keep" })
            : act(t("notifications.secretReplace"), { act: "replace", text: "" })}
          {optional && !removed && act(t("notifications.secretRemove"), { act: "remove" })}
        </span>
      </div>
      {help && <div className="text-xs text-muted">{help}</div>}
      {error && <div role="alert" className="text-xs text-danger-text">{error}</div>}
    </div>
  );
}
