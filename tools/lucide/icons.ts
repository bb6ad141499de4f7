// Writes web/ui/icons/icons.ts: the icons of Lucide that the page imports from it, each as one path. `deno task icons` after
// the first use of an icon, or a new version of the package here. The package itself has 50 MB and is not needed otherwise.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Not in `deno.json`, which would make every start of the panel fetch it. */
const PACKAGE = "npm:lucide@1.65.0";
const root = join(import.meta.dirname!, "..", "..");
const file = join(root, "web/ui/icons/icons.ts");
/** The page, and the gallery of its building blocks. */
const folders = ["web", "tests/gallery"].map((name) => join(root, name));

type Shape = [tag: string, attributes: Record<string, string>];

/** Returns the names that sources import from the file. */
function usedNames(): string[] {
  const sources = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name))
  ).filter((path) => /\.tsx?$/.test(path));
  const imports = sources.flatMap((path) => [
    ...readFileSync(path, "utf8").matchAll(/^import \{([^}]+)\} from "[^"]*\/icons\.ts";/gm),
  ]);
  const names = imports.flatMap(([, list = ""]) => list.split(",").map((one) => one.trim().split(" ")[0]!));
  return [...new Set(names.filter((name) => name !== ""))].sort();
}

function pathOf([tag, attributes]: Shape): string {
  const [cx, cy, r] = numbersOf(attributes, "cx", "cy", "r");
  const [x1, y1, x2, y2] = numbersOf(attributes, "x1", "y1", "x2", "y2");
  if (tag === "path") return absolute(attributes.d!);
  if (tag === "circle") return `M${list(cx - r, cy)}${arc(r, 2 * r, 0)}${arc(r, -2 * r, 0)}z`;
  if (tag === "line") return `M${list(x1, y1)}L${list(x2, y2)}`;
  if (tag === "polyline") return `M${attributes.points}`;
  if (tag === "rect") return rectangle(attributes);
  throw new Error(`There is no path for <${tag}>`);
}

const relativeStart = /^m\s*(-?[\d.]+)[\s,]*(-?[\d.]+)[\s,]*/;

/** Returns the data of a path that starts at a position, and not at a distance from where the one before it ended. */
function absolute(data: string): string {
  return data.replace(relativeStart, (start, x: string, y: string) => {
    const continues = /^[-.\d]/.test(data.slice(start.length));
    return `M${x} ${y}${continues ? "l" : ""}`;
  });
}

function rectangle(attributes: Shape[1]): string {
  const [x, y, width, height, rx] = numbersOf(attributes, "x", "y", "width", "height", "rx");
  const [across, down] = [width - 2 * rx, height - 2 * rx];
  const corner = (dx: number, dy: number) => (rx === 0 ? "" : arc(rx, dx, dy));
  return [
    `M${list(x + rx, y)}h${short(across)}${corner(rx, rx)}v${short(down)}${corner(-rx, rx)}`,
    `h${short(-across)}${corner(-rx, -rx)}v${short(-down)}${corner(rx, -rx)}z`,
  ].join("");
}

/** Half a circle or a corner, clockwise. */
function arc(radius: number, dx: number, dy: number): string {
  return `a${list(radius, radius)} 0 0 1 ${list(dx, dy)}`;
}

type Numbers<T extends string[]> = { [K in keyof T]: number };

function numbersOf<T extends string[]>(attributes: Shape[1], ...names: T): Numbers<T> {
  return names.map((name) => Number(attributes[name] ?? 0)) as Numbers<T>;
}

function list(...numbers: number[]): string {
  return numbers.map(short).join(" ");
}

function short(number: number): string {
  return String(Number(number.toFixed(3)));
}

const lucide = await import(PACKAGE) as Record<string, Shape[] | undefined>;
const icons = usedNames().map((name) => {
  const shapes = lucide[name];
  if (shapes === undefined) throw new Error(`Lucide has no icon ${name}`);
  return `export const ${name} = createIcon("${shapes.map(pathOf).join("")}");\n`;
});
const head = `// Written by \`deno task icons\` from ${PACKAGE.slice(4)}, whose licence is in LICENSE.\n\n`;
const text = `${head}import { createIcon } from "./create_icon.tsx";\n\n${icons.join("")}`;
await Deno.writeTextFile(file, text);
