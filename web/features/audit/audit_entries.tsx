import { Dialog } from "../../ui/overlays/dialog.tsx";
import { DetailList } from "../../ui/data/detail_list.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import type { AuditEntry } from "../../../server/contract/audit_log.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import type { Column } from "../../ui/data/columns.ts";
import { ExactTime, RelativeTime } from "../../ui/data/time_text.tsx";
import type { Messages } from "../../messages/create_messages.ts";

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
      width: 112,
      className: "truncate",
      title: ({ actor }) => actor.name ?? "",
      cell: (entry) => <Who entry={entry} />,
    },
    {
      id: "what",
      header: "audit.what",
      share: 0.26,
      cell: (entry) => <OpenButton entry={entry} onOpen={onOpen} />,
    },
    {
      id: "object",
      header: "audit.object",
      mono: true,
      className: "truncate",
      title: ({ object }) => object ?? "",
      cell: ({ object }) => object,
    },
    {
      id: "address",
      header: "audit.address",
      width: 130,
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
      {entry.object && (
        <div title={entry.object} className="mt-0.5 line-clamp-2 font-mono text-xs break-all">
          {entry.object}
        </div>
      )}
      <div className="mt-1 flex flex-wrap gap-x-2 text-xs text-muted">
        <span className="min-w-0 break-words">
          <Who entry={entry} />
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
  const { t } = useMessages();
  return (
    <button
      type="button"
      title={entry.act}
      aria-description={t("audit.detailsOf", { id: entry.id })}
      onClick={() => onOpen(entry)}
      className="block max-w-full truncate text-start hover:text-accent-text hover:underline"
    >
      <What act={entry.act} />
    </button>
  );
}

/** Renders what was done: the module and the action. */
function What({ act: action }: { act: string }) {
  const { module, name } = formatAction(action, useMessages());
  return (
    <>
      <span className="text-muted">{module}</span>
      {name && <span className="font-medium">{` · ${name}`}</span>}
    </>
  );
}

/** Renders who did it: a name, or the kind of actor when there is none. */
function Who({ entry: { actor } }: { entry: AuditEntry }) {
  const { t } = useMessages();
  const kind = t(`audit.${actor.kind}`);
  if (actor.name === null) return <span className="text-muted">{kind}</span>;
  return (
    <>
      {actor.name}
      {actor.kind === "application" && <span className="text-faint">{` · ${kind}`}</span>}
    </>
  );
}

/** Renders all details of one entry. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { t } = useMessages();
  const mono = (text: string | null) =>
    text === null ? null : <span className="font-mono text-xs break-all">{text}</span>;
  const detail = Object.keys(entry.detail).length === 0 ? null : JSON.stringify(entry.detail, null, 2);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("audit.detailsOf", { id: entry.id })}
      footer={<Button onClick={onClose}>{t("ui.close")}</Button>}
    >
      <DetailList
        details={[
          [t("audit.time"), <ExactTime key="at" at={entry.at} />],
          [t("audit.who"), <Who key="who" entry={entry} />],
          entry.ip === null ? null : [t("audit.address"), mono(entry.ip)],
          [t("audit.what"), <What key="what" act={entry.act} />],
          [t("audit.act"), mono(entry.act)],
          entry.object === null ? null : [t("audit.object"), mono(entry.object)],
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
  ["variables", "variables"],
  ["subscriptions", "subscriptions"],
  ["dependencies", "dependencies"],
  ["scripts", "scripts,files.scripts"],
  ["config", "files.config"],
  ["logs", "logs"],
  ["settings", "settings"],
  ["account", "account"],
  ["login", "login,auth"],
  ["applications", "applications"],
  ["notifications", "notifications"],
  ["backups", "backups"],
  ["system", "system"],
] as const;

/** Returns the message of an action. */
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
