import { KeyRound } from "../icons/icons.ts";
import { type ReactNode, useId, useState } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../buttons/button.tsx";
import { type FieldProps, useRevealed } from "./field.tsx";
import { type SecretAction, storedSecret } from "./secret_action.ts";

interface TypedSecret extends FieldProps {
  value: string;
  onChange: (event: { target: { value: string } }) => void;
  autoFocus: boolean;
}

interface SecretFieldProps extends FieldProps {
  stored: boolean;
  /** Whether a stored secret can be removed. */
  removable: boolean;
  secret: SecretAction;
  onSecret: (secret: SecretAction) => void;
  children: (typed: TypedSecret) => ReactNode;
}

/** Renders a secret that is never displayed: set it, or, once stored, replace, remove or keep it. */
export function SecretField(
  { stored, removable, secret, onSecret, children, ...field }: SecretFieldProps,
) {
  const { t } = useMessages();
  // The pressed button disappears, so the focus moves on for keyboard users.
  const [pressed, setPressed] = useState(false);
  const press = (action: SecretAction) => {
    setPressed(true);
    onSecret(action);
  };
  if (stored && secret.kind !== "replace") {
    return <StoredSecret key={secret.kind} {...{ ...field, removable, secret, pressed }} onSecret={press} />;
  }
  const change = (text: string) =>
    onSecret(text === "" && !stored ? storedSecret : { kind: "replace", text });
  const input = children({
    ...{ ...field, autoFocus: pressed, value: secret.kind === "replace" ? secret.text : "" },
    onChange: ({ target }) => change(target.value),
  });
  if (!stored) return input;
  return (
    <div className="flex min-w-0 flex-col items-start gap-1 *:first:w-full">
      {input}
      <Button variant="ghost" size="small" className="-ms-2" onClick={() => press(storedSecret)}>
        {t("controls.secretKeep")}
      </Button>
    </div>
  );
}

interface StoredSecretProps extends FieldProps {
  removable: boolean;
  secret: SecretAction;
  onSecret: (secret: SecretAction) => void;
  /** Focuses the first control. */
  pressed: boolean;
}

function StoredSecret({ label, help, error, removable, secret, onSecret, pressed }: StoredSecretProps) {
  const { t } = useMessages();
  useRevealed(error);
  const id = useId();
  const removed = secret.kind === "remove";
  const action = (name: string, secret: SecretAction, isFirst = true) => (
    <Button
      size="small"
      autoFocus={pressed && isFirst}
      aria-label={t("ui.labelAndValue", { label: name, value: label })}
      onClick={() => onSecret(secret)}
    >
      {name}
    </Button>
  );
  return (
    <div role="group" aria-labelledby={id} className="flex min-w-0 flex-col gap-1.5">
      <span id={id} className="text-sm font-medium">{label}</span>
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 text-sm icon-stroke">
        <KeyRound size={14} className="text-faint" />
        <span className={removed ? "text-danger-text" : "text-muted"}>
          {t(removed ? "controls.secretRemoved" : "controls.secretStored")}
        </span>
        <span className="ms-auto flex gap-1">
          {removed
            ? action(t("controls.secretKeep"), storedSecret)
            : action(t("controls.secretReplace"), { kind: "replace", text: "" })}
          {removable && !removed && action(t("controls.secretRemove"), { kind: "remove" }, false)}
        </span>
      </div>
      {help && <div className="text-xs text-muted">{help}</div>}
      {error && <div role="alert" className="text-xs text-danger-text">{error}</div>}
    </div>
  );
}
