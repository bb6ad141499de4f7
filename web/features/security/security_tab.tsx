import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Account } from "../../../server/contract/account.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useLiveEvent } from "../../api/use_live.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { SettingsSkeleton } from "../../shared/settings/setting_row.tsx";
import { AccountCard } from "./account_card.tsx";
import { DisplayCard } from "./display_card.tsx";
import { PasskeysCard } from "./passkeys_card.tsx";
import { PasswordCard } from "./password_card.tsx";
import { useAccount } from "./use_account.ts";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { Callout } from "../../ui/feedback/callout.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Card } from "../../ui/data/card.tsx";
import { FocusBack } from "../../ui/overlays/focus_back.tsx";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import { lazyDialog } from "../../ui/feedback/lazy.tsx";
import type { SecondFactorAction } from "./second_factor_dialog.tsx";
import { IdentitiesCard } from "../sso/identities_card.tsx";
import { ProvidersCard } from "../sso/providers_card.tsx";
import { useSession } from "../../api/use_session.ts";
import { SessionsCard } from "./sessions_card.tsx";
import { useMay } from "../../api/use_permissions.ts";

/** Renders the security tab: account, login methods and sessions. */
export default function SecurityTab() {
  const { data, error, refetch } = useAccount();
  useFollowLogins();
  if (data) return <Cards account={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <SettingsSkeleton />;
}

function Cards({ account }: { account: Account }) {
  const { role } = useSession();
  return (
    <div className="flex flex-col gap-5">
      <EndpointNotice account={account} />
      <AccountCard account={account} />
      <DisplayCard />
      <PasswordCard hasPassword={account.hasPassword} />
      <SecondFactorCard account={account} />
      <PasskeysCard />
      <IdentitiesCard />
      <SessionsCard />
      {role === "administrator" && <ProvidersCard />}
    </div>
  );
}

// A login changes the sessions and the failed attempts.
function useFollowLogins(): void {
  const queries = useQueryClient();
  useLiveEvent(({ topic }) => {
    if (topic !== "logins") return;
    void queries.invalidateQueries({ queryKey: queryKeys.account() });
    void queries.invalidateQueries({ queryKey: queryKeys.sessions() });
  });
}

/** Renders the previous login and the failed attempts since. */
function EndpointNotice({ account: { earlierLogins, failuresSince } }: { account: Account }) {
  const { t, format } = useMessages();
  const maySeeLog = useMay("system:read");
  const { last, failures } = earlierLogins;
  if (last === null && failures + failuresSince === 0) return null;
  const location = last && (last.local ? t("security.localNetwork") : last.address ?? last.ip);
  const lines = [
    last && t("security.lastLogin", {
      time: format.dateTime(last.at),
      place: location ?? "",
      device: last.device || t("security.unknownDevice"),
    }),
    failures > 0 && t("security.failedSince", { count: failures }),
    failuresSince > 0 && t("security.failedNow", { count: failuresSince }),
  ].filter((line) => typeof line === "string");
  return (
    <Callout tone={failures + failuresSince > 0 ? "warning" : "accent"}>
      {lines.map((line) => <div key={line}>{line}</div>)}
      {maySeeLog && <Link href={paths.loginLog()} className="underline">{t("security.seeLog")}</Link>}
    </Callout>
  );
}

const SecondFactorDialog = lazyDialog(() => import("./second_factor_dialog.tsx"));

/** Renders the state of the second factor, and buttons to turn it on or off. */
function SecondFactorCard({ account: { secondFactor, username } }: { account: Account }) {
  const { t, format } = useMessages();
  const [opened, setOpened] = useState<SecondFactorAction | null>(null);
  const { enabled, since, recoveryCodesLeft } = secondFactor;
  return (
    <Card id="secondFactor" title={t("security.secondFactor")} help={t("security.secondFactorHelp")}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-56 text-sm">
          <StatusDot tone={enabled ? "success" : "neutral"} hollow={!enabled}>
            {since
              ? t("security.secondFactorOn", { date: format.dateTime(since) })
              : t("security.secondFactorOff")}
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
          <SecondFactorDialog action={opened} username={username} onClose={() => setOpened(null)} />
        </FocusBack>
      )}
    </Card>
  );
}
