import { useEffect, useRef, useState } from "react";
import type { RecoveryCodes, SecondFactorSetup } from "../../../server/contract/account.ts";
import { issueAt } from "../../api/api_problem.ts";
import { Button } from "../../ui/inputs/button.tsx";
import { CodeField } from "../../ui/inputs/code_field.tsx";
import { CopyButton } from "../../ui/inputs/copy_button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";
import { StepList } from "../../ui/data/step_list.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { CodeList, useAskStored } from "./code_list.tsx";
import { useAccountAction } from "./use_account.ts";

/** Sets up the second factor: scan, enter a code, save the recovery codes. */
export default function FactorDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const { t } = useMessages();
  const setup = useStart(onClose);
  const [scanned, setScanned] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const step = codes ? 2 : scanned ? 1 : 0;
  const { ask, question } = useAskStored(onClose);
  return (
    <Dialog
      open
      onClose={codes ? ask : onClose}
      title={t("security.factor")}
      footer={codes ? <Button variant="primary" onClick={onClose}>{t("security.kept")}</Button> : (
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
  const toast = useToast();
  const { mutate, data } = useAccountAction((api) =>
    api.post<SecondFactorSetup>("/account/second-factor/start")
  );
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    mutate(undefined, {
      onError(error) {
        toast.problem(error);
        onRejected();
      },
    });
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
          <code className="min-w-0 rounded-md bg-sunken px-2 py-1 font-mono text-sm break-all select-all">
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
  const { mutate, isPending, error, reset } = useAccountAction((api, typed: string) =>
    api.post<RecoveryCodes>("/account/second-factor/activate", { code: typed })
  );
  const send = (typed: string) =>
    mutate(typed, {
      onSuccess({ codes }) {
        toast.message("success", t("security.turnedOn"));
        onCodes(codes);
      },
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
