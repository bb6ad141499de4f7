import type { Dependency, DependencyNode } from "../../../server/contract/dependencies.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import { Tooltip } from "../../ui/buttons/tooltip.tsx";
import { StateDot, stateStyles } from "./state_style.tsx";

interface DependencyProps {
  dependency: Pick<Dependency, "nodes">;
}

/** Renders on how many nodes a package is installed, and on which ones in a tooltip; nothing where there is only one node. */
export function NodeCount({ dependency: { nodes } }: DependencyProps) {
  const { t } = useMessages();
  if (nodes === null || nodes.length < 2) return null;
  const installed = nodes.filter(({ state }) => state === "installed").length;
  const isFailed = nodes.some(({ state }) => state === "install_failed" || state === "delete_failed");
  const lines = nodes.map(({ nodeName, state }) => {
    const label = t(state === null ? "dependencies.statePending" : stateStyles[state].label);
    return t("dependencies.nodeAndState", { name: nodeName, state: label });
  });
  return (
    <Tooltip text={lines.join("\n")}>
      <span
        tabIndex={0}
        className={isFailed ? "w-fit text-xs text-danger-text" : "w-fit text-xs text-muted"}
      >
        {t("dependencies.onNodes", { installed, count: nodes.length })}
      </span>
    </Tooltip>
  );
}

/** Renders what each node has of a package; nothing where there is only one node. */
export function NodeStates({ dependency: { nodes } }: DependencyProps) {
  const { t } = useMessages();
  if (nodes === null || nodes.length < 2) return null;
  return (
    <ul
      aria-label={t("dependencies.nodes")}
      className="flex max-h-32 flex-col gap-1.5 overflow-y-auto border-t border-line px-5 py-2 text-sm"
    >
      {nodes.map((node) => <NodeState key={node.nodeId} node={node} />)}
    </ul>
  );
}

function NodeState({ node: { nodeName, state, installedVersion, reason } }: { node: DependencyNode }) {
  const { t } = useMessages();
  return (
    <li className="flex flex-wrap items-baseline gap-x-3">
      <span className="min-w-24">{nodeName}</span>
      {state === null
        ? <StatusDot tone="neutral" hollow>{t("dependencies.statePending")}</StatusDot>
        : <StateDot state={state} />}
      {installedVersion && <span className="font-mono text-xs text-muted">{installedVersion}</span>}
      {reason && <span className="min-w-0 text-xs break-words text-danger-text">{reason}</span>}
    </li>
  );
}
