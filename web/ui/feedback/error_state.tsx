import { RotateCw, TriangleAlert } from "../icons/icons.ts";
import { useLocation, useSearch } from "wouter";
import { ApiProblem, isUnreachable } from "../../api/api_problem.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../buttons/button.tsx";
import { Disclosure } from "../data/disclosure.tsx";

/** Renders what happened, what to do, a retry button and the folded details. */
export function ErrorState(
  { error, title, text, onRetry, retryLabel }: {
    error: unknown;
    title?: string;
    text?: string;
    onRetry?: (() => void) | undefined;
    retryLabel?: string;
  },
) {
  const { t } = useMessages();
  const problem = error instanceof ApiProblem ? error : null;
  const details = error instanceof Error ? error.message : String(error);
  return (
    <div role="alert" className="flex flex-col items-center gap-1 px-6 py-14 text-center">
      <div className="mb-2 flex size-11 items-center justify-center rounded-lg bg-danger-soft text-danger-text icon-stroke">
        <TriangleAlert size={22} />
      </div>
      <p className="text-base font-medium">{title ?? problem?.title ?? t("app.crashed")}</p>
      <p className="max-w-md text-sm text-muted">
        {text ?? issuesOf(problem) ?? problem?.detail ?? t("app.crashedHelp")}
      </p>
      {onRetry && (
        <Button className="mt-4" icon={<RotateCw size={14} />} onClick={onRetry}>
          {retryLabel ?? t("ui.retry")}
        </Button>
      )}
      {isUnreachable(error) && <RepairLink />}
      <Disclosure
        className="mt-4 max-w-full text-xs text-faint"
        summaryClassName="justify-center"
        summary={t("ui.details")}
      >
        <pre className="mt-2 max-w-2xl overflow-auto rounded-md bg-sunken p-3 text-start font-mono whitespace-pre-wrap">{details}</pre>
      </Disclosure>
    </div>
  );
}

/** Leads to what helps when the panel does not respond; that page returns here once it does. */
function RepairLink() {
  const { t } = useMessages();
  const [path] = useLocation();
  const search = useSearch();
  const here = search === "" ? path : `${path}?${search}`;
  return (
    <ButtonLink variant="ghost" className="mt-2" href={paths.error(here)}>{t("app.repairSteps")}</ButtonLink>
  );
}

/** Returns the messages of an invalid URL, which help more than the number of issues. */
function issuesOf(problem: ApiProblem | null): string | undefined {
  return problem?.issues.map(({ message }) => message).join(" · ") || undefined;
}
