import { KeyRound, Pencil, ShieldCheck, Trash2 } from "lucide-react";
import type { Application } from "../../../server/contract/applications.ts";
import { Badge } from "../../ui/data/badge.tsx";
import { CopyButton } from "../../ui/inputs/copy_button.tsx";
import { IconButton } from "../../ui/inputs/icon_button.tsx";
import { Cell, HeadCell, Row, Table } from "../../ui/data/table.tsx";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { useNarrow } from "../../ui/use_narrow.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import type { ApplicationActions } from "./use_application_actions.tsx";
import { modules, type Scope } from "../../../server/contract/scopes.ts";
import { permissionsOf } from "./permissions.ts";

interface RowsProps {
  applications: readonly Application[];
  actions: ApplicationActions;
  onEdit: (id: number) => void;
}

type RowProps = Omit<RowsProps, "applications"> & { application: Application };

/** The applications as a table, or as cards on a phone. */
export function ApplicationRows(props: RowsProps) {
  return useNarrow() ? <Cards {...props} /> : <ApplicationTable {...props} />;
}

function ApplicationTable({ applications, ...props }: RowsProps) {
  const { t } = useMessages();
  return (
    <Table label={t("applications.tab")} minWidth={760}>
      <thead>
        <tr>
          <HeadCell className="ps-4">{t("applications.name")}</HeadCell>
          <HeadCell width={170}>{t("applications.clientId")}</HeadCell>
          <HeadCell className="w-[36%]">{t("applications.permissions")}</HeadCell>
          <HeadCell width={110}>{t("applications.lastUsed")}</HeadCell>
          <HeadCell width={120} hideLabel>{t("applications.actions")}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {applications.map((one) => <TableRow key={one.id} application={one} {...props} />)}
      </tbody>
    </Table>
  );
}

function TableRow({ application, ...props }: RowProps) {
  const { id, name, clientId, scopes, lastUsedAt } = application;
  return (
    <Row aria-label={name}>
      <Cell className="max-w-0 w-[22%] truncate ps-4 font-medium" title={name}>
        <button
          type="button"
          onClick={() => props.onEdit(id)}
          className="max-w-full truncate hover:text-accent-text hover:underline"
        >
          {name}
        </button>
        <SuspendedBadge suspended={application.suspended} />
      </Cell>
      <Cell mono>
        <span className="flex items-center gap-1">
          {clientId}
          <CopyButton text={clientId} />
        </span>
      </Cell>
      <Cell className="py-1.5">
        <PermissionChips scopes={scopes} />
      </Cell>
      <Cell numeric className="text-muted">
        <LastUse at={lastUsedAt} />
      </Cell>
      <Cell className="pe-3">
        <RowActions application={application} {...props} />
      </Cell>
    </Row>
  );
}

function SuspendedBadge({ suspended }: Pick<Application, "suspended">) {
  const { t } = useMessages();
  if (!suspended) return null;
  return (
    <span className="ms-2" title={t("applications.suspendedHelp")}>
      <Badge tone="warning">{t("applications.suspended")}</Badge>
    </span>
  );
}

function LastUse({ at }: { at: string | null }) {
  const { t } = useMessages();
  return at === null
    ? <span className="text-faint">{t("applications.neverUsed")}</span>
    : <RelativeTime at={at} />;
}

function RowActions({ application, actions, onEdit }: RowProps) {
  const { t } = useMessages();
  const { id, name, suspended } = application;
  return (
    <span className="flex items-center justify-end gap-0.5">
      {suspended && (
        <IconButton
          size="small"
          tooltip={false}
          title={t("applications.enable")}
          label={`${t("applications.enable")}: ${name}`}
          icon={<ShieldCheck size={16} />}
          onClick={() => actions.askEnable(application)}
        />
      )}
      <IconButton
        size="small"
        tooltip={false}
        title={t("ui.edit")}
        label={`${t("ui.edit")}: ${name}`}
        icon={<Pencil size={16} />}
        onClick={() => onEdit(id)}
      />
      <IconButton
        size="small"
        tooltip={false}
        title={t("applications.resetSecret")}
        label={`${t("applications.resetSecret")}: ${name}`}
        icon={<KeyRound size={16} />}
        onClick={() => actions.askReset(application)}
      />
      <IconButton
        size="small"
        tone="danger"
        tooltip={false}
        title={t("ui.delete")}
        label={`${t("ui.delete")}: ${name}`}
        icon={<Trash2 size={16} />}
        onClick={() => actions.askDelete(application)}
      />
    </span>
  );
}

function Cards({ applications, ...props }: RowsProps) {
  return (
    <ul className="flex flex-col gap-2">
      {applications.map((one) => (
        <li key={one.id}>
          <Card application={one} {...props} />
        </li>
      ))}
    </ul>
  );
}

function Card({ application, ...props }: RowProps) {
  const { t } = useMessages();
  const { name, clientId, scopes, lastUsedAt } = application;
  return (
    <article aria-label={name} className="rounded-md border border-line bg-surface p-3">
      <div className="text-sm font-medium break-words">
        {name}
        <SuspendedBadge suspended={application.suspended} />
      </div>
      <div className="flex items-center gap-1 font-mono text-xs text-muted">
        {clientId}
        <CopyButton text={clientId} />
      </div>
      <PermissionChips scopes={scopes} />
      <div className="mt-1 -mb-1.5 flex items-center text-xs text-muted">
        <span>
          {t("applications.lastUsed")}: <LastUse at={lastUsedAt} />
        </span>
        <span className="ms-auto -me-1.5">
          <RowActions application={application} {...props} />
        </span>
      </div>
    </article>
  );
}

/** What an application may do, one chip for each module. */
function PermissionChips({ scopes }: { scopes: readonly Scope[] }) {
  const { t } = useMessages();
  const permissions = permissionsOf(scopes);
  return (
    <span className="flex flex-wrap gap-1">
      {modules.filter((module) => permissions[module] !== "none").map((module) => {
        const writes = permissions[module] === "write";
        const label = t(writes ? "applications.writeOf" : "applications.readOf", {
          module: t(`modules.${module}`),
        });
        return <Badge key={module} tone={writes ? "accent" : "neutral"}>{label}</Badge>;
      })}
    </span>
  );
}
