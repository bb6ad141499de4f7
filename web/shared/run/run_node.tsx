import { Server } from "../../ui/icons/icons.ts";
import { Link } from "wouter";
import type { Run } from "../../../server/contract/runs.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { useHasSeveralNodes } from "../nodes/use_nodes.ts";

/** Renders the node that runs or ran a run, as a link to its runs; nothing where there is only one node. */
export function RunNode({ run: { nodeId, nodeName } }: { run: Pick<Run, "nodeId" | "nodeName"> }) {
  const { t } = useMessages();
  const isVisible = useHasSeveralNodes() && nodeId !== null;
  if (!isVisible) return null;
  const name = nodeName ?? t("runs.nodeRemoved", { id: nodeId });
  return (
    <Link
      href={paths.runs({ node: nodeId })}
      aria-label={t("ui.labelAndValue", { label: t("runs.node"), value: name })}
      className="inline-flex max-w-48 min-w-0 items-center gap-1.5 icon-stroke hover:text-accent-text hover:underline"
    >
      <Server size={14} className="shrink-0 text-faint" />
      <span className="truncate">{name}</span>
    </Link>
  );
}
