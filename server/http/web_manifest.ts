import type { Hono } from "hono";
import { authenticate, type Authenticator } from "./authenticate.ts";
import type { Env } from "./register.ts";

export interface WebManifestOptions {
  basePath: string;
  authenticators: readonly Authenticator[];
  /** Returns the title of the panel, which only its users may see. */
  title(): string;
}

/** The second address is that of older versions, which installed apps still request. */
const addresses = ["/manifest.webmanifest", "/site.webmanifest"];

/** Registers the manifest with which browsers install the panel as an app. */
export function registerWebManifest(
  app: Hono<Env>,
  { basePath, authenticators, title }: WebManifestOptions,
): void {
  app.on("GET", addresses, async (c) => {
    const { caller } = await authenticate(c.req.raw, c.env, authenticators);
    const name = caller.kind === "nobody" ? "Sundial" : title();
    return new Response(JSON.stringify(manifestOf(name, basePath)), {
      headers: {
        "content-type": "application/manifest+json; charset=utf-8",
        "cache-control": "private, no-cache",
        vary: "Cookie",
      },
    });
  });
}

function manifestOf(name: string, basePath: string) {
  const start = `${basePath}/`;
  return {
    id: start,
    name,
    short_name: name,
    start_url: start,
    scope: start,
    display: "standalone",
    background_color: "#fafbfc",
    theme_color: "#ffffff",
    icons: [
      { src: `${start}icon-192.png`, sizes: "192x192", type: "image/png", purpose: "any" },
      { src: `${start}icon-512.png`, sizes: "512x512", type: "image/png", purpose: "any" },
      { src: `${start}icon-maskable-512.png`, sizes: "512x512", type: "image/png", purpose: "maskable" },
      { src: `${start}favicon.svg`, sizes: "any", type: "image/svg+xml", purpose: "any" },
    ],
  };
}
