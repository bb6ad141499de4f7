import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Account } from "../../../server/contract/account.ts";
import type { LiveEvent } from "../../../server/contract/events.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useLiveEvent } from "../../api/use_live.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { SettingsSkeleton } from "../../shared/settings/settings_skeleton.tsx";
import { AccountCard } from "./account_card.tsx";
import { EndpointNotice } from "./endpoint_notice.tsx";
import { FactorCard } from "./factor_card.tsx";
import { PasskeysCard } from "./passkeys_card.tsx";
import { PasswordCard } from "./password_card.tsx";
import { SessionsCard } from "./sessions_card.tsx";
import { useAccount } from "./use_account.ts";

/** The tab of the account: who one is and how one shows it. */
export default function SecurityTab() {
  const { data, error, refetch } = useAccount();
  useFollowLogins();
  if (data) return <Cards account={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <SettingsSkeleton />;
}

function Cards({ account }: { account: Account }) {
  return (
    <div className="flex flex-col gap-5">
      <EndpointNotice account={account} />
      <AccountCard account={account} />
      <PasswordCard />
      <FactorCard account={account} />
      <PasskeysCard />
      <SessionsCard />
    </div>
  );
}

// A login changes who is logged in and what has failed.
function useFollowLogins(): void {
  const queries = useQueryClient();
  useLiveEvent(useCallback(({ topic }: LiveEvent) => {
    if (topic !== "logins") return;
    void queries.invalidateQueries({ queryKey: queryKeys.account() });
    void queries.invalidateQueries({ queryKey: queryKeys.sessions() });
  }, [queries]));
}
