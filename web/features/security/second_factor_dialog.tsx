import { useEffect, useRef, useState } from "react";
import type { RecoveryCodes, SecondFactorSetup } from "../../../server/contract/account.ts";
import { ApiProblem, issueAt } from "../../api/api_problem.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { CodeField } from "../../ui/inputs/code_field.tsx";
import { CopyButton } from "../../ui/inputs/copy_button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { Spinner } from "../../ui/buttons/spinner.tsx";
import { StepList } from "../../ui/data/step_list.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useAccountAction, useAccountChange } from "./use_account.ts";
import { Download } from "../../ui/icons/icons.ts";
import { AppOrRecoveryCode } from "../../shared/passkey/app_or_recovery_code.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { useAskBeforeClose } from "../../ui/leave/use_ask_before_close.ts";

export type SecondFactorAction = "on" | "off" | "renew";

interface SecondFactorDialogProps {
  action: SecondFactorAction;
  username: string;
  onClose: () => void;
}

/** Turns the second factor on or off, or renews its recovery codes. */
export default function SecondFactorDialog({ action, ...props }: SecondFactorDialogProps) {
  if (action === "on") return <TurnOnDialog {...props} />;
  return action === "off" ? <TurnOffDialog {...props} /> : <RenewDialog {...props} />;
}

/** Sets up the second factor: scan, enter a code, save the recovery codes. */
function TurnOnDialog({ username, onClose }: Omit<SecondFactorDialogProps, "action">) {
  const { t } = useMessages();
  const setup = useStart(onClose);
  const [scanned, setScanned] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const step = codes ? 2 : scanned ? 1 : 0;
  const { ask, close, question } = useAskStored({ when: codes !== null, onClose });
  return (
    <Dialog
      onClose={ask}
      title={t("security.secondFactor")}
      footer={codes ? <Button variant="primary" onClick={close}>{t("security.kept")}</Button> : (
        <>
          <Button onClick={scanned ? () => setScanned(false) : onClose}>
            {t(scanned ? "ui.back" : "ui.cancel")}
          </Button>
          {!scanned && (
            <Button variant="primary" disabled={!setup} onClick={() => setScanned(true)}>
              {t("security.goOn")}
            </Button>
          )}
        </>
      )}
    >
      <div className="flex flex-col gap-5">
        <StepList
          steps={[t("security.stepScan"), t("security.stepCode"), t("security.stepKeep")]}
          current={step}
        />
        {codes
          ? <CodeList codes={codes} username={username} />
          : scanned
          ? <CodeStep onCodes={setCodes} />
          : setup
          ? <ScanStep setup={setup} />
          : (
            <div className="flex h-64 items-center justify-center">
              <Spinner />
            </div>
          )}
      </div>
      {question}
    </Dialog>
  );
}

// Requested once, even if the dialog renders several times, because each request creates another secret.
function useStart(onRejected: () => void): SecondFactorSetup | undefined {
  const { mutate, data } = useAccountAction((api, _: void) =>
    api.post<SecondFactorSetup>("/account/second-factor/start")
  );
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    mutate(undefined, { onError: onRejected });
  });
  return data;
}

function ScanStep({ setup: { picture, secret } }: { setup: SecondFactorSetup }) {
  const { t } = useMessages();
  return (
    <div className="flex flex-col items-center gap-4">
      <p className="self-start text-sm text-muted">{t("security.scanText")}</p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
        alt={t("security.qrCode")}
        className="size-52 rounded-md"
      />
      <div className="w-full">
        <p className="text-sm text-muted">{t("security.secretText")}</p>
        <div className="mt-1 flex items-center gap-2">
          <code className="min-w-0 rounded-md bg-sunken px-2 py-1 font-mono text-sm break-words select-all">
            {secret.replace(/(.{4})(?=.)/g, "$1 ")}
          </code>
          <CopyButton text={secret} />
        </div>
      </div>
    </div>
  );
}

function CodeStep({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const { t } = useMessages();
  const toast = useToast();
  const [code, setCode] = useState("");
  const { mutate, isPending, error, reset } = useAccountChange(
    (api, typed: string) => api.post<RecoveryCodes>("/account/second-factor/activate", { code: typed }),
    "security.turnedOn",
  );
  const send = (typed: string) =>
    mutate(typed, {
      onSuccess: ({ codes }) => onCodes(codes),
      onError: (problem) => issueAt(problem, "code") ?? toast.problem(problem),
    });
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">{t("security.codeText")}</p>
      <CodeField
        value={code}
        error={issueAt(error, "code")}
        disabled={isPending}
        onValue={(next) => {
          setCode(next);
          reset();
        }}
        onComplete={send}
      />
    </div>
  );
}

/** Asks for a code and turns off the second factor. */
function TurnOffDialog({ onClose }: Pick<SecondFactorDialogProps, "onClose">) {
  const { t } = useMessages();
  const { mutate, isPending, error } = useAccountChange(
    (api, code: string) => api.post<void>("/account/second-factor/deactivate", { code }),
    "security.turnedOff",
  );
  return (
    <AskCodeDialog
      title={t("security.turnOffTitle")}
      text={t("security.turnOffText")}
      busy={isPending}
      error={error}
      onSend={(code) => mutate(code, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

/** Asks for a code, creates new recovery codes and displays them, which happens only once. */
function RenewDialog({ username, onClose }: Omit<SecondFactorDialogProps, "action">) {
  const { t } = useMessages();
  const { mutate, isPending, error, data } = useAccountChange((api, code: string) =>
    api.post<RecoveryCodes>("/account/second-factor/recovery-codes", { code })
  );
  const { ask, close, question } = useAskStored({ when: data !== undefined, onClose });
  if (!data) {
    return (
      <AskCodeDialog
        title={t("security.newCodes")}
        text={t("security.newCodesText")}
        busy={isPending}
        error={error}
        onSend={(code) => mutate(code)}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      onClose={ask}
      title={t("security.codesTitle")}
      footer={<Button variant="primary" onClick={close}>{t("security.kept")}</Button>}
    >
      <CodeList codes={data.codes} username={username} />
      {question}
    </Dialog>
  );
}

/** Asks for a code of the second factor before it is changed. */
function AskCodeDialog(
  { title, text, busy, error, onSend, onClose }: {
    title: string;
    text: string;
    busy: boolean;
    error: Error | null;
    onSend: (code: string) => void;
    onClose: () => void;
  },
) {
  const { t } = useMessages();
  return (
    <Dialog
      onClose={onClose}
      title={title}
      description={text}
      footer={<Button onClick={onClose}>{t("ui.cancel")}</Button>}
    >
      <div className="flex flex-col gap-3">
        {error instanceof ApiProblem && error.issues.length === 0 && (
          <Callout tone="danger">{error.detail}</Callout>
        )}
        <AppOrRecoveryCode busy={busy} error={issueAt(error, "code")} onSend={onSend} />
      </div>
    </Dialog>
  );
}

/** Asks before recovery codes are closed or left, which are displayed only once. */
function useAskStored(options: { when: boolean; onClose: () => void }) {
  const { t } = useMessages();
  return useAskBeforeClose({
    title: t("security.closeCodesTitle"),
    text: t("security.closeCodesText"),
    ...options,
  });
}

/** Renders recovery codes to copy or save as a file. */
function CodeList({ codes, username }: { codes: readonly string[]; username: string }) {
  const { t } = useMessages();
  const text = `${codes.join("\n")}\n`;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">{t("security.keepText")}</p>
      <ul
        aria-label={t("security.codesTitle")}
        className="grid grid-cols-1 gap-x-6 gap-y-1.5 rounded-md bg-sunken p-4 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => <li key={code} className="select-all">{code}</li>)}
      </ul>
      <div className="flex items-center gap-2">
        <CopyButton text={text} labelled />
        <Button icon={<Download size={14} />} onClick={() => save(text, username)}>
          {t("security.download")}
        </Button>
      </div>
    </div>
  );
}

function save(text: string, username: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = `sundial-recovery-codes-${username.replace(/[^\w.-]+/g, "_")}.txt`;
  link.click();
  URL.revokeObjectURL(link.href);
}
