import { Link } from "wouter";
import type { Account } from "../../../server/contract/account.ts";
import { paths } from "../../paths.ts";
import { Callout } from "../../ui/feedback/callout.tsx";
import { useMessages } from "../../messages/use_messages.tsx";

/** What happened at the door of the account: the login before this one, and what has failed. */
export function EndpointNotice({ account: { earlierLogins, failuresSince } }: { account: Account }) {
  const { t, format } = useMessages();
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
      <Link href={paths.loginLog()} className="underline">{t("security.seeLog")}</Link>
    </Callout>
  );
}
