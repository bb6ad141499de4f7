import { KeyRound } from "lucide-react";
import { useId, useState } from "react";
import { useWords } from "../../words/use_words.tsx";
import { Button } from "../button.tsx";
import type { FieldProps } from "../field.tsx";
import { PasswordField } from "../password_field.tsx";
import { TextArea } from "../text_area.tsx";
import type { SecretAct } from "./channel_draft.ts";

interface SecretFieldProps extends FieldProps {
  /** Whether the panel has one. */
  stored: boolean;
  /** Whether it may have several lines, which are shown while they are typed. */
  lines: boolean;
  secret: SecretAct;
  onSecret: (secret: SecretAct) => void;
}

/** A secret that is never shown: set it; once it is stored, replace it, remove it or leave it alone. */
export function SecretField({ stored, lines, secret, onSecret, ...field }: SecretFieldProps) {
  const { t } = useWords();
  // What was pressed goes with it, so whoever came by keyboard goes on where it was.
  const [pressed, setPressed] = useState(false);
  const press = (act: SecretAct) => {
    setPressed(true);
    onSecret(act);
  };
  if (stored && secret.act !== "replace") {
    const removed = secret.act === "remove";
    return <StoredSecret key={secret.act} {...{ ...field, removed }} onSecret={press} autoFocus={pressed} />;
  }
  const change = (text: string) =>
    onSecret(text === "" && !stored ? { act: "keep" } : { act: "replace", text });
  const typed = {
    ...{ ...field, mono: true, autoFocus: pressed, value: secret.act === "replace" ? secret.text : "" },
    onChange: ({ target }: { target: { value: string } }) => change(target.value),
  };
  // Else the browser offers the password of the panel.
  const input = lines
    ? <TextArea {...typed} autoComplete="off" rows={3} />
    : <PasswordField {...typed} autoComplete="new-password" />;
  if (!stored) return input;
  return (
    <div className="flex min-w-0 flex-col items-start gap-1 *:first:w-full">
      {input}
      <Button variant="ghost" size="small" className="-ms-2" onClick={() => press({ act: "keep" })}>
        {t("notifications.secretKeep")}
      </Button>
    </div>
  );
}

function StoredSecret(
  { label, help, error, optional, removed, autoFocus, onSecret }: FieldProps & {
    removed: boolean;
    /** Puts the focus on the first thing that can be done. */
    autoFocus: boolean;
    onSecret: (secret: SecretAct) => void;
  },
) {
  const { t } = useWords();
  const id = useId();
  const act = (name: string, secret: SecretAct, isFirst = true) => (
    <Button
      size="small"
      autoFocus={autoFocus && isFirst}
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
          {optional && !removed && act(t("notifications.secretRemove"), { act: "remove" }, false)}
        </span>
      </div>
      {help && <div className="text-xs text-muted">{help}</div>}
      {error && <div role="alert" className="text-xs text-danger-text">{error}</div>}
    </div>
  );
}
