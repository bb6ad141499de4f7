import { CirclePause, CirclePlay, Trash2 } from "../../ui/icons/icons.ts";
import { useMemo } from "react";
import { Link } from "wouter";
import type { Node, NodeState } from "../../../server/contract/nodes.ts";
import type { MessageKey } from "../../messages/messages.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { Tooltip } from "../../ui/buttons/tooltip.tsx";
import type { Column } from "../../ui/data/columns.ts";
import { DataTable } from "../../ui/data/data_table.tsx";
import { RowAction } from "../../ui/data/rows/row_actions.tsx";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { Badge } from "../../ui/feedback/badge.tsx";
import type { Tone } from "../../ui/tones.ts";
import { type NodeActions, useNodeActions } from "./use_node_actions.tsx";

interface RowProps {
  node: Node;
  /** The version that the others should have: that of the panel that sent the list. */
  version: string | undefined;
  isSingle: boolean;
  actions: NodeActions;
}

const nameOf = ({ name }: Node) => name;

/** Renders the nodes as a table, or as cards on a phone. */
export function NodeTable({ nodes, isSingle }: { nodes: readonly Node[]; isSingle: boolean }) {
  const { t } = useMessages();
  const actions = useNodeActions();
  const version = (nodes.find(({ isThis }) => isThis) ?? nodes.find(({ planning }) => planning))?.version;
  const columns = useMemo(() => columnsOf({ version, isSingle, actions }), [version, isSingle, actions]);
  return (
    <>
      <DataTable
        label={t("nodes.tab")}
        columns={columns}
        rows={nodes}
        rowName={nameOf}
        card={(node) => <NodeCard {...{ node, version, isSingle, actions }} />}
      />
      {actions.question}
    </>
  );
}

function columnsOf(props: Omit<RowProps, "node">): readonly Column<Node>[] {
  const columns: Column<Node>[] = [
    {
      id: "name",
      header: "nodes.name",
      minWidth: 180,
      className: "ps-4 py-1.5",
      headClassName: "ps-4",
      cell: (node) => <NodeName node={node} version={props.version} />,
    },
    { id: "state", header: "nodes.state", width: 118, cell: ({ state }) => <State state={state} /> },
    {
      id: "pools",
      header: "nodes.pools",
      width: 140,
      minWindowWidth: 1200,
      cell: ({ pools }) => <Pools pools={pools} />,
    },
    { id: "running", header: "nodes.running", width: 116, cell: (node) => <Running node={node} /> },
    {
      id: "load",
      header: "nodes.load",
      width: 184,
      minWindowWidth: 1400,
      tabularDigits: true,
      className: "text-muted",
      cell: ({ load }) => load && <LoadAndMemory load={load} />,
    },
    {
      id: "lastSeen",
      header: "nodes.lastSeen",
      width: 92,
      tabularDigits: true,
      className: "text-muted",
      cell: ({ lastSeenAt }) => <RelativeTime at={lastSeenAt} />,
    },
    {
      id: "actions",
      header: "nodes.actions",
      hideHeader: true,
      width: 56,
      className: "pe-3",
      cell: (node) => <RowActions node={node} {...props} />,
    },
  ];
  return props.isSingle ? columns.filter(({ id }) => id !== "actions" && id !== "lastSeen") : columns;
}

function NodeName({ node, version }: Pick<RowProps, "node" | "version">) {
  const { t } = useMessages();
  const { name, role, planning, isThis } = node;
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span title={name} className="truncate font-medium">{name}</span>
      <span className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
        <span className="truncate">
          {t(isThis ? "nodes.thisPanel" : role === "panel" ? "nodes.rolePanel" : "nodes.roleWorker")}
        </span>
        <Version node={node} version={version} />
        {planning && (
          <Tooltip text={t("nodes.planningHelp")}>
            <span className="shrink-0">
              <Badge tone="accent">{t("nodes.planning")}</Badge>
            </span>
          </Tooltip>
        )}
      </span>
    </span>
  );
}

const states: Record<NodeState, { label: MessageKey; tone: Tone; help?: MessageKey }> = {
  online: { label: "nodes.stateOnline", tone: "success" },
  draining: { label: "nodes.stateDraining", tone: "warning", help: "nodes.stateDrainingHelp" },
  unreachable: { label: "nodes.stateUnreachable", tone: "danger", help: "nodes.stateUnreachableHelp" },
};

function State({ state }: { state: NodeState }) {
  const { t } = useMessages();
  const { label, tone, help } = states[state];
  return (
    <Tooltip text={help && t(help)}>
      <span>
        <StatusDot tone={tone}>{t(label)}</StatusDot>
      </span>
    </Tooltip>
  );
}

function Pools({ pools }: { pools: readonly string[] }) {
  return (
    <span className="flex max-h-11 flex-wrap gap-1 overflow-hidden">
      {pools.map((pool) => <Badge key={pool}>{pool}</Badge>)}
    </span>
  );
}

/** Renders how many runs run on a node, of how many could, as a link to them. */
function Running({ node: { id, name, running, capacity } }: { node: Node }) {
  const { t, format } = useMessages();
  if (capacity === 0 && running === 0) return <span aria-hidden className="text-faint">—</span>;
  const text = t("nodes.runningOf", { running: format.number(running), capacity: format.number(capacity) });
  return (
    <Link
      href={paths.runs({ node: id, state: "starting,running" })}
      title={t("nodes.showRuns", { name })}
      className="flex items-center gap-2 hover:text-accent-text hover:underline"
    >
      <span className="whitespace-nowrap tabular-nums">{text}</span>
      <span aria-hidden className="h-1.5 w-10 shrink-0 overflow-hidden rounded-full bg-neutral-soft">
        <span
          className="block h-full rounded-full bg-accent"
          style={{ width: `${Math.min(1, capacity > 0 ? running / capacity : 0) * 100}%` }}
        />
      </span>
      <span className="sr-only">{t("nodes.showRuns", { name })}</span>
    </Link>
  );
}

function LoadAndMemory({ load }: { load: NonNullable<Node["load"]> }) {
  return (
    <span className="flex flex-col gap-0.5">
      <Load average={load.average} />
      <span className="text-xs">
        <Memory load={load} />
      </span>
    </span>
  );
}

function Load({ average }: { average: number }) {
  const { t, format } = useMessages();
  return <span title={t("nodes.loadHelp")}>{format.number(Math.round(average * 100) / 100)}</span>;
}

function Memory({ load: { memoryFreeBytes, memoryTotalBytes } }: { load: NonNullable<Node["load"]> }) {
  const { t, format } = useMessages();
  if (memoryTotalBytes <= 0) return null;
  const share = format.percent(1 - memoryFreeBytes / memoryTotalBytes);
  return t("nodes.memoryUsed", { share, total: format.bytes(memoryTotalBytes) });
}

/** Renders the version of a node, marked if it differs from that of the panel that sent the page. */
function Version({ node, version }: Pick<RowProps, "node" | "version">) {
  const { t } = useMessages();
  if (version === undefined || node.version === version) {
    return <span className="shrink-0 text-faint">{node.version}</span>;
  }
  return (
    <Tooltip text={t("nodes.versionDiffers", { version })}>
      <span className="shrink-0">
        <Badge tone="warning">{node.version}</Badge>
      </span>
    </Tooltip>
  );
}

function RowActions({ node, isSingle, actions }: Omit<RowProps, "version">) {
  const { t } = useMessages();
  if (isSingle) return null;
  const { name, state } = node;
  const isDraining = state === "draining";
  return (
    <span className="flex items-center justify-end gap-0.5">
      {state === "unreachable"
        ? (
          <RowAction
            label={t("nodes.remove")}
            name={name}
            tone="danger"
            icon={<Trash2 />}
            onClick={() => actions.askRemove(node)}
          />
        )
        : (
          <RowAction
            label={t(isDraining ? "nodes.resume" : "nodes.drain")}
            name={name}
            icon={isDraining ? <CirclePlay /> : <CirclePause />}
            onClick={() => actions.drain(node, !isDraining)}
          />
        )}
    </span>
  );
}

function NodeCard({ node, version, ...props }: RowProps) {
  const { t } = useMessages();
  const { name, state, pools, load, lastSeenAt } = node;
  return (
    <article
      aria-label={name}
      className="flex flex-col gap-1.5 rounded-md border border-line bg-surface px-3 py-2"
    >
      <div className="flex items-start gap-2">
        <span className="min-w-0 flex-1">
          <NodeName node={node} version={version} />
        </span>
        <span className="pt-0.5 text-sm">
          <State state={state} />
        </span>
        <span className="-my-1 -me-1.5">
          <RowActions node={node} {...props} />
        </span>
      </div>
      <div className="flex items-center gap-3 text-sm">
        <Running node={node} />
        <span className="ms-auto text-xs text-muted">
          {!props.isSingle && <RelativeTime at={lastSeenAt} />}
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        {pools.length > 0 && <Pools pools={pools} />}
        {load && (
          <span>
            {t("ui.labelAndValue", { label: t("nodes.load"), value: "" })}
            <Load average={load.average} />
          </span>
        )}
        {load && <Memory load={load} />}
      </div>
    </article>
  );
}
