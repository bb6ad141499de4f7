// Where the boxes and lines of a graph are. Pure.
import { Graph, layout } from "@dagrejs/dagre";

export const boxWidth = 176;
export const boxHeight = 52;
const MARGIN = 16;
const BETWEEN_BOXES = 20;
const BETWEEN_LAYERS = 56;
/** The library arranges graphs up to this size well and at once; it would need seconds for hundreds of lines. */
const MAX_LINES = 150;
const MAX_TASKS = 100;

interface Point {
  x: number;
  y: number;
}

export interface Line {
  from: number;
  to: number;
  /** From the first point to the last one, in SVG. */
  path: string;
  /** The tip of its arrow, in SVG. */
  tip: string;
}

export interface Arranged {
  /** The middle of each box. */
  boxes: ReadonlyMap<number, Point>;
  lines: readonly Line[];
  width: number;
  height: number;
}

/** Places boxes and lines from left to right; each item is a task followed by those before it, and comes after them. */
export function arrange(tasks: readonly (readonly number[])[]): Arranged {
  const known = new Set(tasks.map(([id]) => id));
  const linked = tasks.map(([id, ...before]) => ({
    id: id!,
    before: before.filter((from) => known.has(from)),
  }));
  const lines = linked.reduce((sum, { before }) => sum + before.length, 0);
  return lines > MAX_LINES || tasks.length > MAX_TASKS ? inLayers(linked) : byLibrary(linked);
}

interface Linked {
  id: number;
  before: readonly number[];
}

function byLibrary(tasks: readonly Linked[]): Arranged {
  const graph = new Graph().setGraph({
    rankdir: "LR",
    nodesep: BETWEEN_BOXES,
    ranksep: BETWEEN_LAYERS,
    marginx: MARGIN,
    marginy: MARGIN,
  });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of tasks) graph.setNode(String(id), { width: boxWidth, height: boxHeight });
  for (const { id, before } of tasks) for (const from of before) graph.setEdge(String(from), String(id));
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return {
    ...{ width, height },
    boxes: new Map(graph.nodes().map((id) => [Number(id), graph.node(id) as Point])),
    lines: graph.edges().map(({ v, w }) =>
      lineOf(Number(v), Number(w), (graph.edge({ v, w }) as { points: Point[] }).points)
    ),
  };
}

/** Each task is one layer behind the last of those before it, and as near to their middle as the others allow. */
function inLayers(tasks: readonly Linked[]): Arranged {
  const layers: Linked[][] = [];
  const layerOf = new Map<number, number>();
  for (const task of tasks) {
    const layer = Math.max(-1, ...task.before.map((from) => layerOf.get(from) ?? -1)) + 1;
    layerOf.set(task.id, layer);
    (layers[layer] ??= []).push(task);
  }
  const tallest = Math.max(...layers.map(({ length }) => length));
  const boxes = new Map<number, Point>();
  layers.forEach((layer, at) => {
    const middles = new Map(layer.map(({ id, before }) => [id, middleOf(before, boxes)]));
    const above = (tallest - layer.length) / 2;
    layer.toSorted((a, b) => middles.get(a.id)! - middles.get(b.id)!).forEach(({ id }, index) => {
      boxes.set(id, {
        x: MARGIN + at * (boxWidth + BETWEEN_LAYERS) + boxWidth / 2,
        y: MARGIN + (above + index) * (boxHeight + BETWEEN_BOXES) + boxHeight / 2,
      });
    });
  });
  return {
    boxes,
    lines: tasks.flatMap(({ id, before }) =>
      before.map((from) => {
        const [start, end] = [boxes.get(from)!, boxes.get(id)!]; // all of them have a box
        return lineOf(from, id, [
          { x: start.x + boxWidth / 2, y: start.y },
          { x: end.x - boxWidth / 2, y: end.y },
        ]);
      })
    ),
    width: 2 * MARGIN + layers.length * (boxWidth + BETWEEN_LAYERS) - BETWEEN_LAYERS,
    height: 2 * MARGIN + tallest * (boxHeight + BETWEEN_BOXES) - BETWEEN_BOXES,
  };
}

function middleOf(before: readonly number[], boxes: ReadonlyMap<number, Point>): number {
  return before.reduce((sum, from) => sum + (boxes.get(from)?.y ?? 0), 0) / Math.max(1, before.length);
}

function lineOf(from: number, to: number, points: readonly Point[]): Line {
  const [start, ...rest] = points;
  const end = points.at(-1)!; // a line has at least its two ends
  return {
    ...{ from, to },
    path: `M${start!.x},${start!.y}${rest.map(({ x, y }) => `L${x},${y}`).join("")}`,
    tip: `M${end.x},${end.y}l-7,-4v8z`,
  };
}
