import { Suspense, useState } from "react";
import type { Account } from "../../../server/contract/account.ts";
import { Button } from "../../ui/inputs/button.tsx";
import { Card } from "../../ui/data/card.tsx";
import { FocusBack } from "../../ui/overlays/focus_back.tsx";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { lazyDialog } from "../../ui/feedback/lazy.tsx";

const FactorDialog = lazyDialog(() => import("./factor_dialog.tsx"));
const TurnOffDialog = lazyDialog(() => import("./turn_off_dialog.tsx"));
const RenewDialog = lazyDialog(() => import("./renew_dialog.tsx"));
const CodesDialog = lazyDialog(() => import("./codes_dialog.tsx"));

type Opened = "on" | "off" | "renew" | { codes: string[] } | null;

/** The second factor: whether it is on, and the ways to turn it on and off. */
export function FactorCard({ account: { secondFactor, username } }: { account: Account }) {
  const { t, format } = useMessages();
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
        {enabled && <Button onClick={() => setOpened("renew")}>{t("security.newCodes")}</Button>}
        {/* One button for both, so that it keeps the focus when it changes. */}
        <Button variant={enabled ? "danger" : "primary"} onClick={() => setOpened(enabled ? "off" : "on")}>
          {t(enabled ? "security.turnOff" : "security.turnOn")}
        </Button>
      </div>
      {opened && (
        <FocusBack>
          <Suspense>
            {opened === "on" && <FactorDialog username={username} onClose={close} />}
            {opened === "off" && <TurnOffDialog onClose={close} />}
            {opened === "renew" && (
              <RenewDialog
                onClose={close}
                onRenewed={(codes) => setOpened({ codes })}
              />
            )}
            {typeof opened === "object" && (
              <CodesDialog codes={opened.codes} username={username} onClose={close} />
            )}
          </Suspense>
        </FocusBack>
      )}
    </Card>
  );
}
