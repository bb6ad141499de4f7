import { Graph, layout } from "@dagrejs/dagre";
import { useMemo } from "react";
import { Link } from "wouter";
import type { FlowRun } from "../../../server/contract/flows.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { classNames } from "../../ui/class_names.ts";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import { taskStateStyle } from "./flow_texts.ts";

const WIDTH = 176;
const HEIGHT = 52;
const MARGIN = 16;

/** Draws the tasks of a flow run from left to right. The list beside it says the same. */
export default function FlowGraph({ flow }: { flow: FlowRun }) {
  const { t } = useMessages();
  // Only what is linked moves the boxes, not the states.
  const shape = JSON.stringify(
    flow.tasks.map(({ taskId, links }) => [taskId, ...links.map(({ from }) => from)]),
  );
  const { boxes, lines, width, height } = useMemo(() => arrange(JSON.parse(shape) as number[][]), [shape]);
  const decisionOf = (from: number, to: number) =>
    flow.tasks.find(({ taskId }) => taskId === to)?.links.find((link) => link.from === from)?.decision;
  return (
    <div
      role="group"
      aria-label={t("flows.graph")}
      className="max-h-[60dvh] overflow-auto rounded-md border border-line bg-surface"
      // The layout runs from left to right in every language.
      dir="ltr"
    >
      <div className="relative mx-auto" style={{ width, height }}>
        <svg width={width} height={height} aria-hidden className="absolute inset-0">
          {lines.map(({ from, to, path, tip }) => {
            const decision = decisionOf(from, to);
            const isFaint = decision !== "followed";
            return (
              <g key={`${from} ${to}`} className={isFaint ? "text-faint" : "text-success"}>
                <path
                  d={path}
                  fill="none"
                  stroke="currentColor"
                  strokeWidth={1.5}
                  strokeDasharray={decision === "not_followed" ? "4 4" : undefined}
                />
                <path d={tip} fill="currentColor" />
              </g>
            );
          })}
        </svg>
        {flow.tasks.map((task) => {
          const box = boxes.get(task.taskId);
          if (!box) return null;
          const { label, ...style } = taskStateStyle(task);
          return (
            <Link
              key={task.taskId}
              href={task.runId === null ? paths.task(task.taskId) : paths.taskLog(task.taskId, task.runId)}
              title={task.name}
              className={classNames(
                "absolute flex flex-col justify-center gap-0.5 rounded-md border bg-surface px-3 text-sm hover:bg-hover",
                task.state === "failed" ? "border-danger" : "border-line-strong",
              )}
              style={{ left: box.x - WIDTH / 2, top: box.y - HEIGHT / 2, width: WIDTH, height: HEIGHT }}
            >
              <span className="truncate font-medium">{task.name}</span>
              <span className="text-xs">
                <StatusDot {...style}>{t(label)}</StatusDot>
              </span>
            </Link>
          );
        })}
      </div>
    </div>
  );
}

interface Point {
  x: number;
  y: number;
}

interface Line {
  from: number;
  to: number;
  path: string;
  tip: string;
}

/** Places boxes and lines; each item of `tasks` is a task followed by those before it. */
function arrange(tasks: readonly number[][]) {
  const graph = new Graph().setGraph({
    rankdir: "LR",
    nodesep: 20,
    ranksep: 56,
    marginx: MARGIN,
    marginy: MARGIN,
  });
  graph.setDefaultEdgeLabel(() => ({}));
  const known = new Set(tasks.map(([id]) => id));
  for (const [id] of tasks) graph.setNode(String(id), { width: WIDTH, height: HEIGHT });
  for (const [id, ...before] of tasks) {
    for (const from of before) if (known.has(from)) graph.setEdge(String(from), String(id));
  }
  layout(graph);
  const boxes = new Map(graph.nodes().map((id) => [Number(id), graph.node(id) as Point]));
  const lines = graph.edges().map(({ v, w }): Line => {
    const { points } = graph.edge({ v, w }) as { points: Point[] };
    const [start, ...rest] = points;
    const end = points.at(-1)!; // a line has at least its two ends
    const path = `M${start!.x},${start!.y}${rest.map(({ x, y }) => `L${x},${y}`).join("")}`;
    const tip = `M${end.x},${end.y}l-7,-4v8z`;
    return { from: Number(v), to: Number(w), path, tip };
  });
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return { boxes, lines, width, height };
}
