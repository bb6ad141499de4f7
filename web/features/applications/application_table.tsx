import { KeyRound, Pencil, ShieldCheck, Trash2 } from "../../ui/icons/icons.ts";
import { type ReactNode, useMemo } from "react";
import type { Application, ApplicationWithSecret } from "../../../server/contract/applications.ts";
import { modules, type Scope } from "../../../server/contract/scopes.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Tooltip } from "../../ui/buttons/tooltip.tsx";
import { Badge } from "../../ui/feedback/badge.tsx";
import type { Column } from "../../ui/data/columns.ts";
import { DataTable } from "../../ui/data/data_table.tsx";
import { RowAction } from "../../ui/data/rows/row_actions.tsx";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { CopyButton } from "../../ui/inputs/copy_button.tsx";
import { permissionsOf } from "./api.ts";
import { useHasOtherAccounts } from "../../api/use_other_accounts.ts";
import { useIsAdministrator } from "../../api/use_permissions.ts";
import { queryKeys } from "../../api/query_keys.ts";
import { useConfirm } from "../../ui/overlays/confirm_dialog.tsx";
import { useChange } from "../../shared/actions/use_action.ts";

interface RowProps {
  actions: ApplicationActions;
  onEdit: (id: number) => void;
}

const nameOf = ({ name }: Application) => name;

/** Renders the applications as a table, or as cards on a phone. */
export function ApplicationTable(
  { applications, empty, ...props }: RowProps & { applications: readonly Application[]; empty: ReactNode },
) {
  const { t } = useMessages();
  const { actions, onEdit } = props;
  const isAdministrator = useIsAdministrator();
  const hasOwners = useHasOtherAccounts() && isAdministrator;
  const columns = useMemo(
    () => columnsOf({ actions, onEdit }).filter(({ id }) => id !== "owner" || hasOwners),
    [actions, onEdit, hasOwners],
  );
  return (
    <DataTable
      label={t("applications.tab")}
      columns={columns}
      rows={applications}
      rowName={nameOf}
      empty={empty}
      card={(application) => <Card application={application} hasOwner={hasOwners} {...props} />}
    />
  );
}

function columnsOf(props: RowProps): readonly Column<Application>[] {
  return [
    {
      id: "name",
      header: "applications.name",
      share: 0.32,
      className: "py-1.5 ps-4 font-medium",
      headClassName: "ps-4",
      title: nameOf,
      cell: ({ id, name, clientId, suspended }) => (
        <>
          <button
            type="button"
            onClick={() => props.onEdit(id)}
            className="line-clamp-2 max-w-full text-start break-words whitespace-normal hover:text-accent-text hover:underline"
          >
            {name}
          </button>
          <SuspendedBadge suspended={suspended} />
          <span className="-my-1.5 flex items-center gap-1 font-mono text-xs font-normal text-muted xl:hidden">
            {clientId}
            <CopyButton text={clientId} />
          </span>
        </>
      ),
    },
    {
      id: "clientId",
      header: "applications.clientId",
      width: 170,
      minWindowWidth: 1280,
      mono: true,
      cell: ({ clientId }) => (
        <span className="flex items-center gap-1">
          {clientId}
          <CopyButton text={clientId} />
        </span>
      ),
    },
    {
      id: "owner",
      header: "applications.owner",
      width: 110,
      title: ({ owner }) => owner ?? "",
      cell: (application) => <Owner {...application} />,
    },
    {
      id: "permissions",
      header: "applications.permissions",
      minWidth: 110,
      className: "py-1.5",
      cell: ({ scopes }) => <PermissionChips scopes={scopes} max={6} />,
    },
    {
      id: "lastUsed",
      header: "applications.lastUsed",
      width: 110,
      minWindowWidth: 1280,
      tabularDigits: true,
      className: "text-muted",
      cell: ({ lastUsedAt }) => <LastUse at={lastUsedAt} />,
    },
    {
      id: "actions",
      header: "applications.actions",
      hideHeader: true,
      width: 144,
      className: "pe-3",
      cell: (application) => <RowActions application={application} {...props} />,
    },
  ];
}

function Owner({ owner }: Pick<Application, "owner">) {
  const { t } = useMessages();
  return owner === null
    ? <span className="text-muted">{t("applications.ofPanel")}</span>
    : <span className="block truncate">{owner}</span>;
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

function RowActions({ application, actions, onEdit }: RowProps & { application: Application }) {
  const { t } = useMessages();
  const { id, name, suspended } = application;
  return (
    <span className="flex items-center justify-end gap-0.5">
      {suspended && (
        <RowAction
          label={t("applications.enable")}
          name={name}
          icon={<ShieldCheck />}
          onClick={() => actions.askEnable(application)}
        />
      )}
      <RowAction label={t("ui.edit")} name={name} icon={<Pencil />} onClick={() => onEdit(id)} />
      <RowAction
        label={t("applications.resetSecret")}
        name={name}
        icon={<KeyRound />}
        onClick={() => actions.askReset(application)}
      />
      <RowAction
        label={t("ui.delete")}
        name={name}
        tone="danger"
        icon={<Trash2 />}
        onClick={() => actions.askDelete(application)}
      />
    </span>
  );
}

function Card(
  { application, hasOwner, ...props }: RowProps & { application: Application; hasOwner: boolean },
) {
  const { t } = useMessages();
  const { name, clientId, scopes, lastUsedAt } = application;
  return (
    <article aria-label={name} className="rounded-md border border-line bg-surface px-3 py-2">
      <div className="flex items-center gap-2">
        <span title={name} className="min-w-0 flex-1 truncate text-sm font-medium">
          {name}
          <SuspendedBadge suspended={application.suspended} />
        </span>
        <span className="-my-1 -me-1.5">
          <RowActions application={application} {...props} />
        </span>
      </div>
      <div className="flex items-center gap-1 text-xs text-muted">
        <span className="truncate font-mono">{clientId}</span>
        <span className="-my-2">
          <CopyButton text={clientId} />
        </span>
        {hasOwner && <Owner {...application} />}
        <span className="ms-auto flex shrink-0 gap-1">
          {lastUsedAt !== null && t("applications.lastUsed")}
          <LastUse at={lastUsedAt} />
        </span>
      </div>
      <div className="mt-1">
        <PermissionChips scopes={scopes} max={3} />
      </div>
    </article>
  );
}

/** Renders the permissions of an application, one chip per module; those after the first `max` as their number. */
function PermissionChips({ scopes, max }: { scopes: readonly Scope[]; max: number }) {
  const { t } = useMessages();
  const permissions = permissionsOf(scopes);
  const granted = modules.filter((module) => permissions[module] !== "none").map((module) => {
    const level = permissions[module];
    const writes = level === "write";
    const label = t("applications.levelOf", {
      module: t(`modules.${module}`),
      level: t(`applications.${level}`),
    });
    return { module, writes, label };
  });
  const rest = granted.slice(max).map(({ label }) => label);
  return (
    <span className="flex flex-wrap items-center gap-1">
      {granted.slice(0, max).map(({ module, writes, label }) => (
        <Badge key={module} tone={writes ? "accent" : "neutral"}>{label}</Badge>
      ))}
      {rest.length > 0 && (
        <Tooltip text={rest.join("\n")}>
          <span className="text-xs text-faint">+{rest.length}</span>
        </Tooltip>
      )}
    </span>
  );
}

type ApplicationActions = ReturnType<typeof useApplicationActions>;

interface Question {
  action: "enable" | "reset" | "delete";
  application: Application;
}

/** Messages of each confirmation and its result. */
const messagesOf = {
  enable: {
    title: "applications.enableTitle",
    text: "applications.enableText",
    label: "applications.enable",
    done: "applications.enabled",
  },
  reset: {
    title: "applications.resetTitle",
    text: "applications.resetText",
    label: "applications.resetSecret",
    done: "applications.reset",
  },
  delete: {
    title: "applications.deleteTitle",
    text: "applications.deleteText",
    label: "ui.delete",
    done: "applications.deleted",
  },
} as const;

/** Returns the actions on an application; each asks with a confirmation, which the caller renders. `onReset` receives the new secret. */
export function useApplicationActions(onReset: (made: ApplicationWithSecret) => void) {
  const { t } = useMessages();
  const { ask, question } = useConfirm();
  const change = useChange({
    send: async (api, { action, application: { id } }: Question) => {
      if (action === "reset") onReset(await api.post<ApplicationWithSecret>(`/applications/${id}/secret`));
      else if (action === "enable") await api.post(`/applications/${id}/enable`);
      else await api.delete(`/applications/${id}`);
    },
    invalidates: [queryKeys.applications()],
    waits: true,
    done: (_result, { action, application: { name } }) => t(messagesOf[action].done, { name }),
  });
  const askFor = (action: Question["action"]) => (application: Application) =>
    ask({
      danger: action !== "enable",
      title: t(messagesOf[action].title, { name: application.name }),
      text: t(messagesOf[action].text),
      confirmLabel: t(messagesOf[action].label),
      onConfirm: () => change.mutateAsync({ action, application }),
    });
  return { askEnable: askFor("enable"), askReset: askFor("reset"), askDelete: askFor("delete"), question };
}
