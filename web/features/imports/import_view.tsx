import { CircleCheck } from "../../ui/icons/icons.ts";
import { type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import type { ImportResource } from "../../../server/contract/imports.ts";
import { ApiProblem } from "../../api/api_problem.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/buttons/button.tsx";
import { Card } from "../../ui/data/card.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Switch } from "../../ui/inputs/switch.tsx";
import { useApplyImport, useImport, useRemoveImport } from "./api.ts";
import { ImportReport } from "./import_report.tsx";
import { ImportState, kinds, ProgressBar, sourceNames } from "./import_state.tsx";

/** Renders an import: what it would change, its progress, or its result. */
export function ImportView({ id }: { id: number }) {
  const { t } = useMessages();
  const { data, error, refetch } = useImport(id);
  const another = <ButtonLink href={paths.importData()}>{t("dataImport.another")}</ButtonLink>;
  if (!data && error instanceof ApiProblem && error.status === 404) {
    return (
      <Card title={t("dataImport.title")} actions={another}>
        <Callout tone="warning">{t("dataImport.expired")}</Callout>
      </Card>
    );
  }
  if (!data) {
    return (
      <Card title={t("dataImport.title")}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-40" />}
      </Card>
    );
  }
  const { source, fileName, state } = data;
  return (
    <Card
      flush
      title={
        <span key={state} ref={takeFocus} tabIndex={-1} className="outline-none">
          {t(`dataImport.title_${state}`)}
        </span>
      }
      help={[t(sourceNames[source]), fileName].filter(Boolean).join(" · ")}
      actions={state !== "running" && (
        <div className="flex flex-wrap gap-2">
          <DeleteButton id={id} />
          {another}
        </div>
      )}
    >
      <div className="flex flex-col gap-4 p-4">
        <ImportStateDetails item={data} />
      </div>
      <ImportReport item={data} />
      {data.leftOut.length > 0 && (
        <section className="border-t border-line px-4 py-3 text-sm">
          <h3 className="font-medium">{t("dataImport.leftOut")}</h3>
          <ul className="mt-1 flex list-disc flex-col gap-0.5 ps-4 text-muted">
            {data.leftOut.map(({ what, message }) => <li key={what}>{message}</li>)}
          </ul>
        </section>
      )}
      {state === "ready" && <ApplyForm item={data} />}
    </Card>
  );
}

// The button that led to this state is gone, so the focus moves to the title, which scrolls it into view.
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

function DeleteButton({ id }: { id: number }) {
  const { t } = useMessages();
  const [, navigate] = useLocation();
  const { mutate: remove, isPending } = useRemoveImport(id, () => navigate(paths.importData()));
  return (
    <Button variant="ghost" loading={isPending} onClick={() => remove()}>{t("dataImport.remove")}</Button>
  );
}

function ImportStateDetails({ item }: { item: ImportResource }) {
  const { t, format } = useMessages();
  const { state, progress, report, error } = item;
  const counts = kinds.map(({ kind }) => report[kind]);
  const created = counts.reduce((sum, kind) => sum + kind.created, 0);
  switch (state) {
    case "ready":
      return (
        <p role="status" className="text-sm">
          {t(created > 0 ? "dataImport.summary" : "dataImport.nothingNew", { count: created })}
        </p>
      );
    case "running": {
      const share = progress && progress.total > 0 ? progress.done / progress.total : null;
      return (
        <>
          <p role="status" className="flex justify-between gap-4 text-sm tabular-nums">
            <ImportState state={state} />
            {progress && t("dataImport.progress", {
              done: format.number(progress.done),
              total: format.number(progress.total),
            })}
          </p>
          <ProgressBar label={t("dataImport.state_running")} share={share} />
        </>
      );
    }
    case "done":
      return <Done item={item} created={created} />;
    case "failed":
      return (
        <Callout tone="danger">
          <strong className="block font-medium">{error?.title ?? t("dataImport.state_failed")}</strong>
          {error?.detail}
          <ApplyAgain item={item} />
        </Callout>
      );
  }
  return state satisfies never;
}

function Done({ item, created }: { item: ImportResource; created: number }) {
  const { t } = useMessages();
  const { mutate: apply, isPending, error } = useApplyImport(item.id);
  const { tasks, dependencies } = item.report;
  return (
    <>
      <p role="status" className="flex items-center gap-2 text-sm icon-stroke">
        <CircleCheck className="shrink-0 text-success-text" />
        {created === 0 && item.enabled
          ? t("dataImport.enabled")
          : t("dataImport.imported", { count: created })}
      </p>
      <ApplyError error={error} />
      {item.held > 0 && (
        <Callout>
          {t("dataImport.held", { count: item.held })}
          {dependencies.created > 0 && (
            <span className="block">{t("dataImport.heldPackages", { count: dependencies.created })}</span>
          )}
          <Actions>
            <ButtonLink
              variant="primary"
              href={tasks.created + tasks.unchanged > 0
                ? paths.tasks({ view: "disabled" })
                : paths.subscriptions()}
            >
              {t("dataImport.review")}
            </ButtonLink>
            <Button loading={isPending} onClick={() => apply({ enable: true })}>
              {t("dataImport.enableAll", { count: item.held })}
            </Button>
          </Actions>
        </Callout>
      )}
      {item.enabled && tasks.created + tasks.unchanged > 0 && (
        <Callout tone="warning">{t("dataImport.twice")}</Callout>
      )}
    </>
  );
}

function ApplyAgain({ item }: { item: ImportResource }) {
  const { t } = useMessages();
  const { mutate: apply, isPending, error } = useApplyImport(item.id);
  return (
    <>
      <Actions>
        <Button loading={isPending} onClick={() => apply({ enable: item.enabled ?? false })}>
          {t("dataImport.again")}
        </Button>
      </Actions>
      {error && <p className="mt-2">{error.message}</p>}
    </>
  );
}

function Actions({ children }: { children: ReactNode }) {
  return <div className="mt-3 flex flex-wrap gap-2">{children}</div>;
}

function ApplyError({ error }: { error: unknown }) {
  if (error === null) return null;
  const problem = error instanceof ApiProblem ? error : null;
  return (
    <Callout tone="danger">
      <strong className="block font-medium">{problem?.title ?? String(error)}</strong>
      {problem?.detail}
    </Callout>
  );
}

/** What takes effect only when the import is confirmed. */
const waitingKinds = [
  ...[
    "tasks",
    "subscriptions",
    "variables",
    "config",
    "scripts",
    "dependencies",
    "channels",
    "applications",
  ] as const,
];

function ApplyForm({ item: { id, report } }: { item: ImportResource }) {
  const { t } = useMessages();
  const [enable, setEnable] = useState(false);
  const { mutate: apply, isPending, error } = useApplyImport(id);
  const created = kinds.reduce((sum, { kind }) => sum + report[kind].created, 0);
  const waiting = waitingKinds.reduce((sum, kind) => sum + report[kind].created, 0);
  if (created === 0) return null;
  return (
    <form
      className="flex flex-col gap-4 border-t border-line p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) apply({ enable });
      }}
    >
      {waiting > 0 && (
        <Switch
          label={t("dataImport.enable")}
          help={t("dataImport.enableHelp")}
          checked={enable}
          onChecked={setEnable}
        />
      )}
      {enable && <Callout tone="warning">{t("dataImport.twice")}</Callout>}
      <ApplyError error={error} />
      <Button type="submit" variant="primary" loading={isPending} keepsFocus className="self-start">
        {t("dataImport.import", { count: created })}
      </Button>
    </form>
  );
}
