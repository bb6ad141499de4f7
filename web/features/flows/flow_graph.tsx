import { Graph, layout } from "@dagrejs/dagre";
import { useMemo } from "react";
import { Link } from "wouter";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../../ui/class_names.ts";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import type { StateStyle } from "./flow_texts.ts";

const WIDTH = 176;
const HEIGHT = 52;
const MARGIN = 16;

/** A task as a box of the graph. */
export interface GraphTask {
  id: number;
  name: string;
  /** Null for a deleted task. */
  href: string | null;
  state: StateStyle;
  /** Lines from the tasks before it. */
  links: readonly { from: number; line: "followed" | "open" | "dashed" }[];
}

/** Draws tasks from left to right. The list beside it says the same. */
export default function FlowGraph({ tasks }: { tasks: readonly GraphTask[] }) {
  const { t } = useMessages();
  // Only what is linked moves the boxes, not the states.
  const shape = JSON.stringify(
    tasks.map(({ id, links }) => [id, ...links.map(({ from }) => from)]),
  );
  const { boxes, lines, width, height } = useMemo(() => arrange(JSON.parse(shape) as number[][]), [shape]);
  const kinds = new Map(
    tasks.flatMap(({ id, links }) => links.map(({ from, line }) => [`${from} ${id}`, line])),
  );
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
            const kind = kinds.get(`${from} ${to}`);
            return (
              <g key={`${from} ${to}`} className={kind === "followed" ? "text-success" : "text-faint"}>
                <path
                  d={path}
                  fill="none"
                  stroke="currentColor"
                  strokeWidth={1.5}
                  strokeDasharray={kind === "dashed" ? "4 4" : undefined}
                />
                <path d={tip} fill="currentColor" />
              </g>
            );
          })}
        </svg>
        {tasks.map(({ id, name, href, state: { label, ...style } }) => {
          const box = boxes.get(id);
          if (!box) return null;
          const shape = {
            className: classNames(
              "absolute flex flex-col justify-center gap-0.5 rounded-md border bg-surface px-3 text-sm",
              style.tone === "danger" ? "border-danger" : "border-line-strong",
              href !== null && "hover:bg-hover",
            ),
            style: { left: box.x - WIDTH / 2, top: box.y - HEIGHT / 2, width: WIDTH, height: HEIGHT },
          };
          const content = (
            <>
              <span className="truncate font-medium">{name}</span>
              <span className="text-xs">
                <StatusDot {...style}>{t(label)}</StatusDot>
              </span>
            </>
          );
          return href === null
            ? <div key={id} title={name} {...shape}>{content}</div>
            : <Link key={id} href={href} title={name} {...shape}>{content}</Link>;
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
