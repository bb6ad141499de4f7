// Renders the icons of the installed app from static/favicon.svg: `deno run -A tests/icons.ts`. Run it after a change of
// the logo and commit the files.
import { join } from "node:path";
import { launchBrowser } from "./support/browser.ts";

const folder = join(import.meta.dirname!, "..", "static");

interface Icon {
  name: string;
  size: number;
  /** Size of the logo in it; systems cut up to 20 % off the edges of a maskable icon. */
  logo: number;
  /** Fills the corners, for systems that cut the shape themselves. */
  isFull?: boolean;
  /** White on transparent, for a status bar, which uses nothing but the shape. */
  isShape?: boolean;
}

const icons: readonly Icon[] = [
  { name: "icon-192.png", size: 192, logo: 1 },
  { name: "icon-512.png", size: 512, logo: 1 },
  { name: "icon-maskable-512.png", size: 512, logo: 0.8, isFull: true },
  { name: "apple-touch-icon.png", size: 180, logo: 0.94, isFull: true },
  { name: "badge-96.png", size: 96, logo: 1.2, isShape: true },
];

const svg = await Deno.readTextFile(join(folder, "favicon.svg"));
const background = /<rect [^>]*fill="(#\w+)"\/>/.exec(svg)?.[1] ?? "";
const shape = svg.replace(/<rect [^>]*\/>/, "");
await using browser = await launchBrowser({ isWhole: true });
const page = await browser.newPage();
for (const { name, size, logo, isFull = false, isShape = false } of icons) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>html { background: ${isFull ? background : "transparent"} }
    body { margin: 0; height: 100vh; display: grid; place-items: center; overflow: hidden }
    svg { width: ${logo * 100}vmin; height: ${logo * 100}vmin }</style>${isFull || isShape ? shape : svg}`,
  );
  await page.screenshot({ path: join(folder, name), omitBackground: true });
}
