import { ChevronRight } from "../../ui/icons/icons.ts";
import { type ReactNode, useId, useState } from "react";
import { Link } from "wouter";
import { routineNotes } from "../../../server/contract/import_reasons.ts";
import type { ImportKindReport, ImportResource } from "../../../server/contract/imports.ts";
import { type Module, type Scope, scopes } from "../../../server/contract/scopes.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../../ui/class_names.ts";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import { kinds } from "./import_state.tsx";

/** Renders what an import creates or has created, by kind, with each item and each reason. */
export function ImportReport({ item: { report, state } }: { item: ImportResource }) {
  const filled = kinds.filter(({ kind }) => sizeOf(report[kind]) > 0);
  return (
    <ul className="divide-y divide-line border-t border-line">
      {filled.map((entry) => (
        <KindReport
          key={entry.kind}
          {...entry}
          report={report[entry.kind]}
          isDone={state === "done"}
          isOnly={filled.length === 1}
        />
      ))}
    </ul>
  );
}

function sizeOf({ created, unchanged, refused }: ImportKindReport): number {
  return created + unchanged + refused.length;
}

interface KindReportProps extends Omit<(typeof kinds)[number], "kind"> {
  report: ImportKindReport;
  isDone: boolean;
  /** Whether it is the only kind, which is open from the start. */
  isOnly: boolean;
}

function KindReport({ label, href, report, isDone, isOnly }: KindReportProps) {
  const { t } = useMessages();
  const [open, setOpen] = useState(isOnly);
  const id = useId();
  const { created, unchanged, refused, items } = report;
  const noted = items.filter(({ notes }) => notes.some(({ note }) => !routineNotes.has(note))).length;
  return (
    <li>
      <div className="flex items-center hover:bg-hover">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-start text-sm icon-stroke"
        >
          <span className="flex min-w-36 flex-1 items-center gap-2 font-medium">
            <ChevronRight
              className={classNames("shrink-0 text-muted transition-transform", open && "rotate-90")}
            />
            {t(label)}
          </span>
          <span className="flex flex-wrap gap-x-4 gap-y-1 tabular-nums max-sm:ps-6">
            {created > 0 && (
              <StatusDot tone="success">
                {t(isDone ? "dataImport.countImported" : "dataImport.countNew", { count: created })}
              </StatusDot>
            )}
            {unchanged > 0 && (
              <StatusDot tone="neutral" hollow>
                {t("dataImport.countUnchanged", { count: unchanged })}
              </StatusDot>
            )}
            {noted > 0 && <StatusDot tone="warning">{t("dataImport.countNoted", { count: noted })}
            </StatusDot>}
            {refused.length > 0 && (
              <StatusDot tone="danger">{t("dataImport.countRejected", { count: refused.length })}</StatusDot>
            )}
          </span>
        </button>
        {isDone && created + unchanged > 0 && (
          <Link
            href={href}
            aria-label={t("dataImport.showKind", { kind: t(label) })}
            className="px-4 text-sm text-accent-text hover:underline touch:py-3"
          >
            {t("dataImport.show")}
          </Link>
        )}
      </div>
      <div id={id} hidden={!open}>{open && <Items report={report} />}</div>
    </li>
  );
}

function Items({ report: { created, unchanged, refused, items } }: { report: ImportKindReport }) {
  const { t } = useMessages();
  return (
    <ul className="divide-y divide-line border-t border-line bg-bg text-sm">
      {refused.map(({ name, message }, index) => (
        <ItemRow key={index}>
          <p>{name}</p>
          <p className="text-danger-text">{message}</p>
        </ItemRow>
      ))}
      {items.map(({ name, state, target, notes }, index) => (
        <ItemRow key={index}>
          <p>{name}</p>
          <Target name={name} target={target} />
          {state === "unchanged" && <p className="text-xs text-muted">{t("dataImport.unchanged")}</p>}
          {notes.length > 0 && (
            <ul className="flex list-disc flex-col gap-0.5 ps-4 text-xs text-muted">
              {notes.map(({ message }, index) => <li key={index}>{message}</li>)}
            </ul>
          )}
        </ItemRow>
      ))}
      {created + unchanged > items.length && (
        <ItemRow>
          <p className="text-muted">{t("dataImport.more", { count: created + unchanged - items.length })}</p>
        </ItemRow>
      )}
    </ul>
  );
}

// Laid out only when visible, because there can be thousands.
function ItemRow({ children }: { children: ReactNode }) {
  return (
    <li className="flex flex-col gap-0.5 py-2 ps-10 pe-4 break-words [content-visibility:auto] [contain-intrinsic-size:auto_56px]">
      {children}
    </li>
  );
}

const targetNames: Readonly<Record<string, MessageKey>> = {
  manual: "tasks.scheduleManual",
  startup: "tasks.scheduleStartup",
  boot: "tasks.scheduleBoot",
};

/** Renders what an item becomes, if its name does not say it. */
function Target({ name, target }: { name: string; target: string }) {
  const { t, format } = useMessages();
  const key = Object.hasOwn(targetNames, target) ? targetNames[target] : undefined;
  const permissions = target.split(", ");
  const known = key
    ? t(key)
    : permissions.every(isScope)
    ? format.list(permissions.map((scope) => permissionOf(scope, t)))
    : null;
  if (known === null && (target === "" || target === name)) return null;
  return (
    <p className={classNames("text-xs text-muted", known === null && "font-mono")}>
      {known ?? target}
    </p>
  );
}

function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}

function permissionOf(scope: Scope, t: ReturnType<typeof useMessages>["t"]): string {
  const [module, level] = scope.split(":") as [Module, "read" | "run" | "write"]; // the parts of a scope
  return t("applications.levelOf", { module: t(`modules.${module}`), level: t(`applications.${level}`) });
}
