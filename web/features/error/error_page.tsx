import { CircleCheck, TriangleAlert } from "../../ui/icons/icons.ts";
import { useCallback, useEffect, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { safeNext } from "../../paths.ts";
import { usePageTitle } from "../../shared/page/page_title.tsx";
import { classNames } from "../../ui/class_names.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Spinner } from "../../ui/buttons/spinner.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import type { Health } from "../../../server/contract/health.ts";
import { ApiProblem } from "../../api/api_problem.ts";
import { useApi } from "../../api/use_api.tsx";
import { installations, type RepairStep } from "../../messages/repair_steps.ts";
import { CopyButton } from "../../ui/inputs/copy_button.tsx";

/** Renders that the panel does not respond and how to repair it; continues when it is back. */
export default function ErrorPage() {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const next = search.get("next");
  const check = useHealthCheck();
  usePageTitle(check.healthy ? t("repair.answering") : null);
  // A user who opened this URL directly wants to read it; one who was redirected here wants to go back.
  const goOn = check.healthy && (check.wasDown || next !== null);
  useEffect(() => {
    if (goOn) navigate(safeNext(next), { replace: true });
  }, [goOn, next, navigate]);
  return (
    <div className="flex w-full max-w-[640px] flex-col gap-5">
      <PageHeader healthy={check.healthy} />
      {check.healthy
        ? (
          <Button
            variant="primary"
            className="self-start"
            onClick={() => navigate(safeNext(next), { replace: true })}
          >
            {t("repair.continue")}
          </Button>
        )
        : <NextCheck {...check} />}
      <RepairSteps />
    </div>
  );
}

function PageHeader({ healthy }: { healthy: boolean }) {
  const { t } = useMessages();
  const Icon = healthy ? CircleCheck : TriangleAlert;
  return (
    <header className="flex items-start gap-4">
      <div
        className={classNames(
          "flex size-11 shrink-0 items-center justify-center rounded-lg icon-stroke",
          healthy ? "bg-success-soft text-success-text" : "bg-warning-soft text-warning-text",
        )}
      >
        <Icon size={22} />
      </div>
      <div>
        <h1 className="text-xl font-semibold">{t(healthy ? "repair.answering" : "app.startupTimeout")}</h1>
        <p className="mt-1 text-base text-muted">{t(healthy ? "repair.leadAnswering" : "repair.lead")}</p>
      </div>
    </header>
  );
}

function NextCheck(
  { checking, seconds, checkNow, problem }: ReturnType<typeof useHealthCheck>,
) {
  const { t } = useMessages();
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
      <Button onClick={checkNow} loading={checking}>{t("repair.checkNow")}</Button>
      <span role="status" className="inline-flex items-center gap-2 tabular-nums">
        {checking && <Spinner size="small" />}
        {checking ? t("repair.checking") : t("repair.nextCheck", { seconds })}
      </span>
      {problem && <span className="w-full text-xs text-faint sm:ms-auto sm:w-auto">{problem}</span>}
    </div>
  );
}

const everySeconds = 3;

interface CheckState {
  healthy: boolean;
  /** Whether a check has failed since the page was opened. */
  wasDown: boolean;
  checking: boolean;
  /** Seconds until the next check. */
  seconds: number;
  problem: string | null;
}

const atFirst: CheckState = { healthy: false, wasDown: false, checking: true, seconds: 0, problem: null };

/** Polls the panel's health every three seconds until it is healthy. */
function useHealthCheck(): CheckState & { checkNow: () => void } {
  const api = useApi();
  const [state, setState] = useState(atFirst);
  const { checking, healthy, seconds } = state;
  useEffect(() => {
    if (!checking) return;
    const given = new AbortController();
    api.get<Health>("/health", { signal: given.signal, timeoutMs: 5000 }).then(
      () => setState((before) => ({ ...before, healthy: true, checking: false, problem: null })),
      (error) => !given.signal.aborted && setState(failed(error)),
    );
    return () => given.abort();
  }, [api, checking]);
  useEffect(() => {
    if (checking || healthy) return;
    const timer = setTimeout(
      () =>
        setState((before) =>
          before.seconds > 1 ? { ...before, seconds: before.seconds - 1 } : { ...before, checking: true }
        ),
      1000,
    );
    return () => clearTimeout(timer);
  }, [checking, healthy, seconds]);
  const checkNow = useCallback(() => setState((before) => ({ ...before, checking: true })), []);
  return { ...state, checkNow };
}

function failed(error: unknown): CheckState {
  const problem = error instanceof ApiProblem
    ? `${error.title} (${error.status || error.code})`
    : String(error);
  return { healthy: false, wasDown: true, checking: false, seconds: everySeconds, problem };
}

/** Renders the repair steps for each kind of installation, with commands to copy. */
function RepairSteps() {
  const { t } = useMessages();
  return installations.map(({ title, steps }) => (
    <section key={title} aria-label={t(title)} className="flex flex-col gap-2">
      <h2 className="text-base font-semibold">{t(title)}</h2>
      <StepList steps={steps} />
    </section>
  ));
}

function StepList({ steps }: { steps: readonly RepairStep[] }) {
  const { t } = useMessages();
  return (
    <ol className="flex list-none flex-col rounded-lg border border-line bg-surface p-0">
      {steps.map(({ title, help, commands }, index) => (
        <li key={title} className="flex gap-3 border-b border-line p-4 last:border-b-0">
          <span
            aria-hidden
            className="flex size-6 shrink-0 items-center justify-center rounded-full bg-neutral-soft text-xs font-medium text-muted tabular-nums"
          >
            {index + 1}
          </span>
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <div>
              <h3 className="text-base font-medium">{t(title)}</h3>
              <p className="text-sm text-muted">{t(help)}</p>
            </div>
            {commands.map((command) => <Command key={command} text={command} />)}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Command({ text }: { text: string }) {
  return (
    <div className="flex items-center gap-2 rounded-md bg-sunken py-1 ps-3 pe-1">
      <code className="min-w-0 flex-1 font-mono text-xs break-words whitespace-pre-wrap">{text}</code>
      <CopyButton text={text} />
    </div>
  );
}
