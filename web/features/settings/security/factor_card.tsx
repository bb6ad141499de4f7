import { lazy, Suspense, useRef, useState } from "react";
import type { Account, RecoveryCodes } from "../../../../server/contract/account.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ConfirmDialog } from "../../../ui/confirm_dialog.tsx";
import { StatusDot } from "../../../ui/status_dot.tsx";
import { useToast } from "../../../ui/use_toast.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { useAccountAct } from "./use_account.ts";

const FactorDialog = lazy(() => import("./factor_dialog.tsx"));
const TurnOffDialog = lazy(() => import("./turn_off_dialog.tsx"));
const CodesDialog = lazy(() => import("./codes_dialog.tsx"));

type Opened = "on" | "off" | "renew" | { codes: string[] } | null;

/** The second factor: whether it is on, and the ways to turn it on and off. */
export function FactorCard({ account: { secondFactor, username } }: { account: Account }) {
  const { t, format } = useWords();
  const [opened, setOpened] = useState<Opened>(null);
  const { enabled, since, recoveryCodesLeft } = secondFactor;
  const close = () => setOpened(null);
  return (
    <Card title={t("security.factor")} help={t("security.factorHelp")}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 text-sm">
          <StatusDot tone={enabled ? "success" : "neutral"} hollow={!enabled}>
            {since ? t("security.factorOn", { date: format.dateTime(since) }) : t("security.factorOff")}
          </StatusDot>
          {enabled && (
            <p className="mt-1 text-muted">{t("security.codesLeft", { count: recoveryCodesLeft })}</p>
          )}
        </div>
        {enabled
          ? (
            <>
              <Button onClick={() => setOpened("renew")}>{t("security.newCodes")}</Button>
              <Button variant="danger" onClick={() => setOpened("off")}>{t("security.turnOff")}</Button>
            </>
          )
          : <Button variant="primary" onClick={() => setOpened("on")}>{t("security.turnOn")}</Button>}
      </div>
      <RenewQuestion open={opened === "renew"} onClose={close} onRenewed={(codes) => setOpened({ codes })} />
      <Suspense>
        {opened === "on" && <FactorDialog username={username} onClose={close} />}
        {opened === "off" && <TurnOffDialog onClose={close} />}
        {opened !== null && typeof opened === "object" && (
          <CodesDialog codes={opened.codes} username={username} onClose={close} />
        )}
      </Suspense>
    </Card>
  );
}

function RenewQuestion(
  { open, onClose, onRenewed }: {
    open: boolean;
    onClose: () => void;
    onRenewed: (codes: string[]) => void;
  },
) {
  const { t } = useWords();
  const toast = useToast();
  const { mutateAsync } = useAccountAct((api) =>
    api.post<RecoveryCodes>("/account/second-factor/recovery-codes")
  );
  const fresh = useRef<string[] | null>(null);
  const renew = async () => {
    try {
      fresh.current = (await mutateAsync(undefined)).codes;
    } catch (error) {
      toast.problem(error);
      throw error;
    }
  };
  // The question closes itself once it was answered; only then comes what it brought.
  const closed = () => {
    if (fresh.current) onRenewed(fresh.current);
    else onClose();
    fresh.current = null;
  };
  return (
    <ConfirmDialog
      open={open}
      title={t("security.newCodes")}
      text={t("security.newCodesText")}
      confirmLabel={t("security.newCodes")}
      onConfirm={renew}
      onClose={closed}
    />
  );
}
