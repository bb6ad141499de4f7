import type { ReactNode } from "react";
import type { AuditedChange } from "../../../server/contract/changes.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../../ui/class_names.ts";
import { DetailList } from "../../ui/data/detail_list.tsx";
import { ArrowRight } from "../../ui/icons/icons.ts";
import { changeLabel } from "./change_labels.ts";
import { changeText } from "./change_text.ts";

export type VisibleChange = Omit<AuditedChange, "name">;

/** Fields whose values are code or paths. */
const codeFields = new Set([
  "command",
  "before",
  "after",
  "schedules",
  "parameters",
  "schedule",
  "workingDirectory",
  "logFolder",
  "whitelist",
  "blacklist",
  "dependencyWords",
  "url",
]);

/** Texts up to this length, both together, are beside each other. */
const ONE_LINE = 80;
/** Texts from this length may scroll. */
const LONG = 600;

/** Renders changed fields with their values before and after, or only after for a new object. */
export function ChangeList(
  { changes, isNew = false }: { changes: readonly VisibleChange[]; isNew?: boolean },
) {
  const { t } = useMessages();
  return (
    <DetailList
      details={changes.map((change, index) => [
        changeLabel(change.kind, change.field, t),
        <Values key={index} change={change} isNew={isNew} />,
        "long",
      ])}
    />
  );
}

function Values({ change, isNew }: { change: VisibleChange; isNew: boolean }) {
  const messages = useMessages();
  const { t } = messages;
  if (change.masked) return <span className="text-muted">{t("changes.masked")}</span>;
  const [from, to] = [changeText(change, change.from, messages), changeText(change, change.to, messages)];
  const code = codeFields.has(change.field) && "font-mono text-xs leading-5";
  if (isNew) return <Value text={to} className={code} />;
  if (from.length + to.length <= ONE_LINE && !/\n/.test(from + to)) {
    return (
      <span className={classNames("inline-flex flex-wrap items-center gap-x-2", code)}>
        <span className="text-muted wrap-anywhere">
          <span className="sr-only">{t("changes.before")}</span>
          {from}
        </span>
        <ArrowRight size={14} aria-hidden className="shrink-0 text-faint rtl:rotate-180" />
        <span className="wrap-anywhere">
          <span className="sr-only">{t("changes.after")}</span>
          {to}
        </span>
      </span>
    );
  }
  return (
    <span className="flex flex-col gap-1">
      <Side label={t("changes.before")} sign="−" tone="text-danger-text">
        <Value text={from} className={classNames("text-muted", code)} />
      </Side>
      <Side label={t("changes.after")} sign="+" tone="text-success-text">
        <Value text={to} className={code} />
      </Side>
    </span>
  );
}

function Side(
  { label, sign, tone, children }: { label: string; sign: string; tone: string; children: ReactNode },
) {
  return (
    <span className="flex gap-2">
      <span aria-hidden className={classNames("font-mono text-xs leading-5 select-none", tone)}>{sign}</span>
      <span className="sr-only">{label}</span>
      {children}
    </span>
  );
}

function Value({ text, className }: { text: string; className: string | false }) {
  const isLong = text.length > LONG || text.split("\n").length > 12;
  return (
    <span
      {...(isLong && { tabIndex: 0 })}
      className={classNames(
        "block min-w-0 whitespace-pre-wrap wrap-anywhere",
        isLong && "max-h-60 overflow-y-auto",
        className,
      )}
    >
      {text}
    </span>
  );
}
