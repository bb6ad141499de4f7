import { type ReactNode, useState } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { CodeField } from "../../ui/inputs/code_field.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";
import { accountLimits } from "../../../server/contract/limits/account.ts";

interface CodeEntry {
  code: string;
  /** Whether it is a recovery code, which must be submitted by hand. */
  recovery: boolean;
}

/**
 * Renders the field for an app code or, for users without the app, a recovery code; `others` is rendered next to the
 * button that switches between them.
 */
export function AppOrRecoveryCode(
  { busy, error, onSend, others }: {
    busy: boolean;
    error: string | undefined;
    onSend: (code: string) => void;
    others?: ReactNode;
  },
) {
  const { t } = useMessages();
  const [{ code, recovery }, setEntry] = useState<CodeEntry>({ code: "", recovery: false });
  // An error is about an earlier code once the user types or switches to the other kind.
  const [typed, setTyped] = useState(false);
  const currentError = typed && !busy ? undefined : error;
  const change = (next: string) => {
    setTyped(true);
    setEntry({ code: next, recovery });
  };
  const send = (next: string) => {
    setTyped(false);
    onSend(next);
  };
  const sendTyped = () => {
    if (code.trim() !== "") send(code.trim());
  };
  return (
    <div className="flex flex-col gap-4">
      {recovery
        ? (
          <>
            <TextField
              label={t("security.recoveryCode")}
              help={t("security.recoveryCodeHelp")}
              value={code}
              error={currentError && t("security.recoveryCodeWrong")}
              autoComplete="off"
              maxLength={accountLimits.code}
              mono
              autoFocus
              onChange={(event) => change(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                sendTyped();
              }}
            />
            <Button
              variant="primary"
              className="self-start"
              loading={busy}
              disabled={code.trim() === ""}
              onClick={sendTyped}
            >
              {t("security.confirm")}
            </Button>
          </>
        )
        : <CodeField value={code} onValue={change} onComplete={send} error={currentError} disabled={busy} />}
      <div className="-ms-2 flex flex-wrap gap-1">
        <Button
          variant="ghost"
          size="small"
          onClick={() => {
            setTyped(true);
            setEntry({ code: "", recovery: !recovery });
          }}
        >
          {t(recovery ? "security.useAppCode" : "security.useRecoveryCode")}
        </Button>
        {others}
      </div>
    </div>
  );
}
