import type { ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { AuthorName } from "../../shared/changes/author_name.tsx";
import { ChangeList } from "../../shared/changes/change_list.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DetailList } from "../../ui/data/detail_list.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import type { AuditEntry } from "../../../server/contract/audit_log.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import type { Column } from "../../ui/data/columns.ts";
import { ExactTime, RelativeTime } from "../../ui/data/time_text.tsx";
import type { Messages } from "../../messages/create_messages.ts";
import type { MessageKey } from "../../messages/messages.ts";

type OnOpen = (entry: AuditEntry) => void;

/** Returns the columns of the log; `onOpen` opens the details of an entry. */
export function auditColumns(onOpen: OnOpen): readonly Column<AuditEntry>[] {
  return [
    {
      id: "time",
      header: "audit.time",
      width: 172,
      tabularDigits: true,
      className: "ps-4 text-muted",
      headClassName: "ps-4",
      cell: ({ at }) => <ExactTime at={at} />,
    },
    {
      id: "who",
      header: "audit.who",
      width: 96,
      className: "truncate",
      title: ({ actor }) => actor.name ?? "",
      cell: (entry) => <AuthorName author={entry.actor} />,
    },
    {
      id: "what",
      header: "audit.what",
      share: 0.28,
      className: "py-1.5",
      cell: (entry) => <OpenButton entry={entry} onOpen={onOpen} />,
    },
    {
      id: "object",
      header: "audit.object",
      className: "py-1.5",
      title: (entry) => targetNames(entry)?.join("\n") ?? (backupTime(entry) ? "" : entry.object ?? ""),
      cell: (entry) => (
        <span className="line-clamp-2 break-words whitespace-normal [&_time]:whitespace-normal">
          <Target entry={entry} onOpen={onOpen} />
        </span>
      ),
    },
    {
      id: "address",
      header: "audit.address",
      width: 130,
      minWindowWidth: 1280,
      mono: true,
      className: "truncate text-muted",
      title: ({ ip }) => ip ?? "",
      cell: ({ ip }) => ip,
    },
  ];
}

/** Renders one entry as a card, for a phone. */
export function AuditCard({ entry, onOpen }: { entry: AuditEntry; onOpen: OnOpen }) {
  return (
    <div className="rounded-md border border-line bg-surface px-3 py-2 text-sm">
      <OpenButton entry={entry} onOpen={onOpen} />
      <div className="mt-0.5 line-clamp-2 break-words">
        <Target entry={entry} onOpen={onOpen} />
      </div>
      <div className="mt-1 flex flex-wrap gap-x-2 text-xs text-muted">
        <span className="min-w-0 break-words">
          <AuthorName author={entry.actor} />
        </span>
        {entry.ip && <span className="font-mono">{entry.ip}</span>}
        <span className="ms-auto">
          <RelativeTime at={entry.at} />
        </span>
      </div>
    </div>
  );
}

function OpenButton({ entry, onOpen }: { entry: AuditEntry; onOpen: OnOpen }) {
  return (
    <LinkButton entry={entry} onOpen={onOpen} title={entry.act}>
      <What act={entry.act} />
    </LinkButton>
  );
}

/** Renders a text that opens the details of an entry. */
function LinkButton(
  { entry, onOpen, title, children }: {
    entry: AuditEntry;
    onOpen: OnOpen;
    title?: string;
    children: ReactNode;
  },
) {
  const { t } = useMessages();
  return (
    <button
      type="button"
      title={title}
      aria-description={t("audit.detailsOf", { id: entry.id })}
      onClick={() => onOpen(entry)}
      className="block max-w-full text-start break-words whitespace-normal hover:text-accent-text hover:underline"
    >
      {children}
    </button>
  );
}

/** Renders what was done: the module and the action. */
function What({ act }: { act: string }) {
  const { module, name } = formatAction(act, useMessages());
  return (
    <>
      <span className="text-muted">{module}</span>
      {name && <span className="font-medium">{` · ${name}`}</span>}
    </>
  );
}

type Target = Pick<AuditEntry, "act" | "object" | "detail">;

/** Returns how many objects an entry is about; null when it names none or one in words. */
export function targetCount({ object, detail: { count } }: Target): number | null {
  if (typeof count === "number") return count;
  // Entries of earlier versions have only the ids, which may be cut off at 500 characters.
  return object !== null && object.length < 500 && /^#\d+(, #\d+)+$/.test(object)
    ? object.split(", ").length
    : null;
}

/** Returns the names of the objects as they were before the action, the first ones of many; null when unknown. */
function targetNames({ detail: { names } }: Target): string[] | null {
  return Array.isArray(names) && names.length > 0 ? names.map(String) : null;
}

/** Returns when the backup was created that an entry is about: its time is its ID, and its name in the list of backups. */
export function backupTime({ act, object }: Target): string | null {
  const id = act.startsWith("backups.") ? /^#(\d{12,14})$/.exec(object ?? "")?.[1] : undefined;
  return id === undefined ? null : new Date(Number(id)).toISOString();
}

const countKeys: Record<string, MessageKey> = {
  tasks: "audit.countTasks",
  variables: "audit.countVariables",
  subscriptions: "audit.countSubscriptions",
  dependencies: "audit.countDependencies",
  views: "audit.countViews",
  files: "audit.countFiles",
  logs: "audit.countLogs",
};

/** Returns a number of objects in words, such as "46 tasks". */
function formatCount(action: string, count: number, { t, format }: Pick<Messages, "t" | "format">): string {
  const key = countKeys[action.slice(0, action.indexOf("."))] ?? "audit.countOther";
  return t(key, { count, shown: format.number(count) });
}

/** Renders what an entry is about: a name, the time of a backup, or the number and kind of several objects, which opens their names. */
function Target({ entry, onOpen }: { entry: AuditEntry; onOpen: OnOpen }) {
  const messages = useMessages();
  const count = targetCount(entry);
  const names = targetNames(entry);
  const time = backupTime(entry);
  if (time !== null) return <ExactTime at={time} />;
  if (count === null || (count === 1 && names)) return names?.[0] ?? entry.object;
  const text = formatCount(entry.act, count, messages);
  return names ? <LinkButton entry={entry} onOpen={onOpen}>{text}</LinkButton> : text;
}

/** Renders the names of the objects of an entry, and how many more there are. */
function TargetNames({ names, count }: { names: readonly string[]; count: number }) {
  const { t, format } = useMessages();
  const more = count - names.length;
  return (
    <div tabIndex={0} className="max-h-48 overflow-y-auto">
      <ul>
        {names.map((name, index) => <li key={index} className="break-words">{name}</li>)}
      </ul>
      {more > 0 && (
        <p className="text-xs text-muted">
          {t("audit.moreTargets", { count: more, shown: format.number(more) })}
        </p>
      )}
    </div>
  );
}

export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const messages = useMessages();
  const { t } = messages;
  const mono = (text: string | null) =>
    text === null ? null : <span className="font-mono text-xs break-all">{text}</span>;
  const count = targetCount(entry);
  const names = targetNames(entry);
  const time = backupTime(entry);
  const { names: _names, count: _count, ...rest } = entry.detail;
  const detail = Object.keys(rest).length === 0 ? null : JSON.stringify(rest, null, 2);
  return (
    <Dialog
      onClose={onClose}
      title={t("audit.detailsOf", { id: entry.id })}
      footer={<Button onClick={onClose}>{t("ui.close")}</Button>}
    >
      <DetailList
        details={[
          [t("audit.time"), <ExactTime key="at" at={entry.at} />],
          [t("audit.who"), <AuthorName key="who" author={entry.actor} />],
          entry.ip === null ? null : [t("audit.address"), mono(entry.ip)],
          [t("audit.what"), <What key="what" act={entry.act} />],
          [t("audit.act"), mono(entry.act)],
          count === null ? null : [t("audit.number"), formatCount(entry.act, count, messages)],
          names &&
          [t("audit.names"), <TargetNames key="names" names={names} count={count ?? names.length} />],
          entry.object === null
            ? null
            : [t("audit.object"), time === null ? mono(entry.object) : <ExactTime key="object" at={time} />],
          entry.changes.length === 0 && !entry.moreChanges
            ? null
            : [t("audit.changes"), <Changes key="changes" entry={entry} />, "long"],
          detail === null ? null : [
            t("audit.details"),
            <pre key="detail" className="font-mono text-xs break-all whitespace-pre-wrap">{detail}</pre>,
          ],
          [t("audit.hash"), mono(entry.hash)],
        ]}
      />
    </Dialog>
  );
}

/** Renders the changed fields by object, and a link to the history of the task if it is about one. */
function Changes({ entry: { changes, moreChanges, detail } }: { entry: AuditEntry }) {
  const { t } = useMessages();
  const objects = Object.values(
    Object.groupBy(changes, ({ kind, name }) => JSON.stringify([kind, name])),
  ) as AuditEntry["changes"][]; // groups are never missing
  const isTask = changes[0]?.kind === "task" && typeof detail.id === "number";
  return (
    <div className="flex flex-col gap-3">
      {objects.map((ofObject) => {
        const { kind, name } = ofObject[0]!; // a group has a change
        return (
          <div key={`${kind} ${name}`} className="flex flex-col gap-1">
            {objects.length > 1 && name !== null && <p className="font-medium break-words">{name}</p>}
            <ChangeList changes={ofObject} />
          </div>
        );
      })}
      {moreChanges && <p className="text-xs text-muted">{t("changes.more")}</p>}
      {isTask && (
        <Link href={`${paths.task(Number(detail.id))}#history`} className="text-accent-text hover:underline">
          {t("changes.openTask")}
        </Link>
      )}
    </div>
  );
}

// An audit action is written as `tasks.run` or `files.config.content.replace`: its module, then what was
// done. Actions without a message are displayed as they are.
/** Splits an act into the names of its texts. */
export function namesOfAction(action: string): { module: string; name: string } {
  const [first = "", ...rest] = action.split(".");
  // Files are told apart by what they are for.
  const [module = "", ...name] = first === "files" ? rest : [first, ...rest];
  return { module: camelCase(module), name: camelCase(name.join("-")) };
}

/** Modules to filter by, and the prefix of their actions. */
export const filterableModules = [
  ["tasks", "tasks"],
  ["runs", "runs"],
  ["views", "views"],
  ["calendars", "calendars"],
  ["windows", "windows"],
  ["variables", "variables"],
  ["subscriptions", "subscriptions"],
  ["dependencies", "dependencies"],
  ["heartbeats", "heartbeats"],
  ["scripts", "scripts,files.scripts"],
  ["config", "files.config"],
  ["logs", "logs"],
  ["settings", "settings"],
  ["account", "account"],
  ["login", "login,auth"],
  ["applications", "applications"],
  ["notifications", "notifications"],
  ["backups", "backups"],
  ["imports", "imports"],
  ["configuration", "configuration"],
  ["nodes", "nodes"],
  ["system", "system"],
] as const;

function formatAction(
  action: string,
  { t, has }: Pick<Messages, "t" | "has">,
): { module: string; name: string } {
  const { module, name } = namesOfAction(action);
  const [moduleKey, nameKey] = [`modules.${module}`, `actionNames.${name}`];
  const known = has(moduleKey) && has(nameKey);
  return known ? { module: t(moduleKey), name: t(nameKey) } : { module: action, name: "" };
}

function camelCase(text: string): string {
  return text.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
}
