import { CircleAlert, CircleCheck, Hourglass } from "../../../ui/icons/icons.ts";
import { type ReactNode, useEffect, useState } from "react";
import { useSearchParams } from "wouter";
import type { Progress, ProgressKind, ProgressResult } from "../../../../server/contract/progress.ts";
import { basePath, paths } from "../../../paths.ts";
import { useLogOut } from "../../../shared/page/use_log_out.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Spinner } from "../../../ui/buttons/spinner.tsx";
import type { MessageKey } from "../../../messages/messages.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { type Found, nextView, type View } from "./progress_state.ts";
import { type Api, languageHeaders } from "../../../api/request.ts";
import { useApi } from "../../../api/use_api.tsx";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { Session } from "../../../../server/contract/auth.ts";
import { queryKeys } from "../../../api/query_keys.ts";
import { hasPermission } from "../../../api/use_permissions.ts";

/** Generous upper limit for a panel to come back. */
const USUALLY_AWAY_SECONDS = 10;
const RELOAD_AFTER_SECONDS = 8;

const doneMessages: Record<ProgressKind, MessageKey> = {
  backup: "progress.doneBackup",
  restore: "progress.doneRestore",
  update: "progress.doneUpdate",
  restart: "progress.doneRestart",
};

/** Renders the progress of a restore, update or restart, also while the panel is down. */
export default function ProgressPage() {
  const [search] = useSearchParams();
  const view = useProgress(kindOf(search.get("kind")));
  return (
    <div className="w-full max-w-[560px]">
      <ProgressView view={view} />
    </div>
  );
}

function kindOf(asked: string | null): ProgressKind | null {
  return asked !== null && Object.hasOwn(doneMessages, asked) ? asked as ProgressKind : null; // an own key is a kind
}

function ProgressView({ view }: { view: View }) {
  const { t } = useMessages();
  switch (view.phase) {
    case "first":
      return <Frame icon={<Spinner />} title={t("progress.title")} />;
    case "working":
      return <Working progress={view.progress} />;
    case "away":
      return (
        <Frame icon={<Spinner />} title={t(`progress.${view.kind ?? "restart"}`)}>
          <Countdown gone={view.seconds} />
        </Frame>
      );
    case "done":
      return <Done kind={view.kind} signedOut={view.signedOut} />;
    case "failed":
      return <Failed progress={view.progress} />;
    case "nothing":
      return (
        <Frame icon={<Hourglass size={22} />} title={t("progress.nothing")}>
          <p className="text-base text-muted">{t("progress.nothingText")}</p>
          <Leave to={paths.home()} label={t("progress.home")} />
        </Frame>
      );
  }
  return view satisfies never;
}

function Frame({ icon, title, children }: { icon: ReactNode; title: string; children?: ReactNode }) {
  return (
    <section className="flex items-start gap-4">
      <div
        aria-hidden
        className="flex size-11 shrink-0 items-center justify-center rounded-lg bg-sunken text-muted icon-stroke"
      >
        {icon}
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <h1 className="pt-2 text-xl font-semibold">{title}</h1>
        {children}
      </div>
    </section>
  );
}

function Working({ progress: { kind, step, percent } }: { progress: Progress }) {
  const { t, format } = useMessages();
  const share = percent === null ? "" : ` ${format.percent(percent / 100)}`;
  return (
    <Frame icon={<Spinner />} title={t(`progress.${kind}`)}>
      <p role="status" className="text-base tabular-nums">{`${t(`progress.step_${step}`)}${share}`}</p>
      {percent !== null && (
        <div
          role="progressbar"
          aria-label={t(`progress.step_${step}`)}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          className="h-2 w-full overflow-hidden rounded-full bg-neutral-soft"
        >
          <div className="h-full rounded-full bg-accent-fill" style={{ width: `${percent}%` }} />
        </div>
      )}
      <p className="text-sm text-muted">{t("progress.leave")}</p>
    </Frame>
  );
}

function Countdown({ gone }: { gone: number }) {
  const { t } = useMessages();
  const left = USUALLY_AWAY_SECONDS - gone;
  return (
    <p role="status" className="text-base text-muted tabular-nums">
      {left > 0 ? t("progress.away", { seconds: left }) : t("progress.late", { seconds: gone })}
    </p>
  );
}

function Done({ kind, signedOut }: { kind: ProgressKind; signedOut: boolean }) {
  const { t } = useMessages();
  const card = kind === "update" || kind === "restart" ? paths.about() : paths.backups();
  const reloads = kind !== "backup";
  return (
    <Frame icon={<CircleCheck size={22} className="text-success-text" />} title={t(doneMessages[kind])}>
      {signedOut && kind === "restore" && <p className="text-base">{t("progress.loginAgain")}</p>}
      {reloads && !signedOut && <Reload to={card} />}
      {signedOut ? <ToLogin /> : <Leave to={card} label={t("progress.settings")} />}
    </Frame>
  );
}

/** Reloads, because the page itself may have been updated. */
function Reload({ to }: { to: string }) {
  const { t } = useMessages();
  const [seconds, setSeconds] = useState(RELOAD_AFTER_SECONDS);
  useEffect(() => {
    if (seconds === 0) return location.assign(basePath + to);
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds, to]);
  return (
    <p role="status" className="text-base text-muted tabular-nums">{t("progress.reloading", { seconds })}</p>
  );
}

function Failed({ progress: { error, kind } }: { progress: Progress }) {
  const { t } = useMessages();
  return (
    <Frame icon={<CircleAlert size={22} className="text-danger-text" />} title={t("progress.failed")}>
      <Callout tone="danger">
        <strong className="block font-medium">{error?.title}</strong>
        {error?.detail}
      </Callout>
      <Leave to={kind === "restore" ? paths.backups() : paths.about()} label={t("progress.settings")} />
    </Frame>
  );
}

/** The restore ended the session, as announced before; clears what is left of it. */
function ToLogin() {
  const { t } = useMessages();
  const logOut = useLogOut();
  return (
    <div>
      <Button variant="primary" onClick={() => logOut()}>{t("progress.login")}</Button>
    </div>
  );
}

function Leave({ to, label }: { to: string; label: string }) {
  return (
    <div>
      <Button variant="primary" onClick={() => location.assign(basePath + to)}>{label}</Button>
    </div>
  );
}

const POLL_INTERVAL_MS = 1000;
const MAX_POLL_MS = 5000;

/** Polls the progress each second, also while the panel is down, until it is done. */
function useProgress(expected: ProgressKind | null): View {
  const api = useApi();
  const queries = useQueryClient();
  const { language } = useMessages();
  const [view, setView] = useState<View>({ phase: "first" });
  const ended = view.phase === "done" || view.phase === "failed" || view.phase === "nothing";
  useEffect(() => {
    if (ended) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    let may: boolean | null = null;
    const check = async () => {
      may ??= await mayAsk(api, queries);
      // What somebody without the permission did not start is nothing to them.
      const found: Found = may ? await askProgress(api, language) : { kind: "progress", current: null };
      if (left) return;
      setView((before) => nextView(before, found, expected));
      timer = setTimeout(() => void check(), POLL_INTERVAL_MS);
    };
    void check();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [api, queries, language, expected, ended]);
  return view;
}

/** Returns whether the person may query the progress; true while that is not known. */
async function mayAsk(api: Api, queries: QueryClient): Promise<boolean> {
  const known = queries.getQueryData<Session>(queryKeys.session());
  if (known) return hasPermission(known, "system:read");
  try {
    const response = await fetch(api.url("/auth/session"), { signal: AbortSignal.timeout(MAX_POLL_MS) });
    if (!response.ok) return true;
    return hasPermission(await response.json() as Session, "system:read"); // as the contract says
  } catch {
    return true;
  }
}

// Not through the API client: here an ended session is expected and no reason to redirect.
async function askProgress(api: Api, language: string): Promise<Found> {
  try {
    const response = await fetch(api.url("/system/progress"), {
      headers: { accept: "application/json", ...languageHeaders(language) },
      signal: AbortSignal.timeout(MAX_POLL_MS),
    });
    if (response.status === 401) return { kind: "signed_out" };
    if (!response.ok) return { kind: "away" };
    const { current } = await response.json() as ProgressResult; // the contract describes what the server sends
    return { kind: "progress", current };
  } catch {
    return { kind: "away" };
  }
}
