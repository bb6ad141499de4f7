import assert from "node:assert/strict";
import { arrange, boxHeight, boxWidth } from "./arrange.ts";

/** Layers of tasks, each of which starts after some of the layer before. */
function layered(layers: number, width: number, links: number): number[][] {
  return Array.from({ length: layers * width }, (_, index) => {
    const [layer, at] = [Math.floor(index / width), index % width];
    const before = layer === 0 ? 0 : Math.min(links, width);
    return [
      index + 1,
      ...Array.from({ length: before }, (_, n) => (layer - 1) * width + (at + n) % width + 1),
    ];
  });
}

const graphs: [string, number[][]][] = [
  ["one task", [[1]]],
  ["a diamond", [[1], [2, 1], [3, 1], [4, 2, 3]]],
  ["a link across layers, and one to a task that is not shown", [[1], [2, 1], [3, 2, 1, 99]]],
  ["more tasks than the library arranges", layered(5, 30, 1)],
  ["1,000 tasks with 9,900 links", layered(10, 100, 11)],
];
for (const [what, tasks] of graphs) {
  Deno.test(`graph of a flow: ${what}: boxes are inside and apart, and each line leads to the right`, () => {
    const { boxes, lines, width, height } = arrange(tasks);
    assert.deepEqual([...boxes.keys()].sort((a, b) => a - b), tasks.map(([id]) => id));
    const known = new Set(tasks.map(([id]) => id));
    const wanted = tasks.flatMap(([id, ...before]) =>
      before.filter((from) => known.has(from)).map((from) => `${from} ${id}`)
    );
    assert.deepEqual(lines.map(({ from, to }) => `${from} ${to}`).sort(), wanted.sort());
    for (const { x, y } of boxes.values()) {
      assert.ok(x >= boxWidth / 2 && x <= width - boxWidth / 2, `${x} of ${width}`);
      assert.ok(y >= boxHeight / 2 && y <= height - boxHeight / 2, `${y} of ${height}`);
    }
    for (const { from, to } of lines) {
      assert.ok(boxes.get(to)!.x - boxes.get(from)!.x > boxWidth, `${from} → ${to}`);
    }
    for (const column of Map.groupBy(boxes.values(), ({ x }) => x).values()) {
      const sorted = column.map(({ y }) => y).sort((a, b) => a - b);
      sorted.slice(1).forEach((y, index) => assert.ok(y - sorted[index]! > boxHeight));
    }
  });
}
