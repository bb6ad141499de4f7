import type { Context, Hono } from "hono";
import { parseAccept } from "hono/utils/accept";
import { encodings, type PageFiles } from "./page_files.ts";
import type { Env } from "./register.ts";

const CONTENT_TYPES: Record<string, string> = {
  css: "text/css; charset=utf-8",
  gif: "image/gif",
  html: "text/html; charset=utf-8",
  ico: "image/x-icon",
  jpg: "image/jpeg",
  js: "text/javascript; charset=utf-8",
  json: "application/json; charset=utf-8",
  map: "application/json; charset=utf-8",
  png: "image/png",
  svg: "image/svg+xml",
  ttf: "font/ttf",
  txt: "text/plain; charset=utf-8",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json; charset=utf-8",
  webp: "image/webp",
  woff: "font/woff",
  woff2: "font/woff2",
};

/** Files beside index.html that browsers and phones request; no other file there is served. */
const rootFiles = [
  "api_docs.css",
  "api_docs.js",
  "apple-touch-icon.png",
  "badge-96.png",
  "favicon.ico",
  "favicon.svg",
  "icon-192.png",
  "icon-512.png",
  "icon-maskable-512.png",
  "robots.txt",
] as const;

/** Registers the built files and the icons. Names are looked up and never turned into paths. */
export function registerAssets(app: Hono<Env>, files: PageFiles): void {
  app.get("/assets/:name", async (c) => {
    const name = c.req.param("name");
    return await sendAsset(files, name, c.req.header("accept-encoding") ?? "") ?? notFound(c);
  });
  app.all("/assets", notFound);
  app.all("/assets/*", notFound);
  app.get("/service_worker.js", async (c) => await sendWorker(files) ?? notFound(c));
  for (const name of rootFiles) {
    app.get(`/${name}`, async (c) => {
      const bytes = await files.rootFile(name);
      return bytes === null
        ? notFound(c)
        : new Response(bytes, { headers: headersFor(name, "max-age=3600") });
    });
  }
}

async function sendAsset(files: PageFiles, name: string, acceptEncoding: string): Promise<Response | null> {
  if (!await files.hasAsset(name)) return null;
  // File names contain a hash of their content.
  const headers = headersFor(name, "public, max-age=31536000, immutable");
  const accepted = parseAccept(acceptEncoding).filter((one) => one.q > 0).map((one) => one.type);
  const vary = { ...headers, vary: "Accept-Encoding" };
  for (const encoding of encodings.filter((one) => accepted.includes(one.name))) {
    const copy = await files.asset(name, encoding.ending);
    if (copy) return new Response(copy, { headers: { ...vary, "content-encoding": encoding.name } });
  }
  const plain = await files.asset(name);
  return plain && new Response(plain, { headers: vary });
}

// At a fixed address below the base path, because the address limits what a worker controls and replaces the worker of
// an older build.
async function sendWorker(files: PageFiles): Promise<Response | null> {
  const name = (await files.manifest())?.worker;
  const bytes = name === undefined ? null : await files.asset(name);
  return bytes && new Response(bytes, { headers: headersFor(name ?? "", "no-cache") });
}

function headersFor(name: string, cacheControl: string): Record<string, string> {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  const contentType = CONTENT_TYPES[ending] ?? "application/octet-stream";
  return { "content-type": contentType, "cache-control": cacheControl };
}

/** Returns 404 as plain text: a response that is not a page must never look like one. */
export function notFound(c: Context): Response {
  return c.text("Not Found", 404, { "cache-control": "no-store" });
}
