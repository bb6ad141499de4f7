import type { Context, Hono } from "hono";
import { serialize } from "hono/utils/cookie";
import { pageAddresses } from "../contract/addresses.ts";
import { SESSION_COOKIE } from "../contract/auth.ts";
import type { Language } from "../contract/settings.ts";
import { readCookie } from "../platform/clients/read_cookie.ts";
import { notFound } from "./assets.ts";
import { browserLanguage } from "./language.ts";
import type { Manifest, PageFiles } from "./page_files.ts";
import type { Env } from "./register.ts";
import { isSafeMethod } from "./same_origin.ts";

const PLACEHOLDER = "<!--sundial:head-->";

/** The cookie in which the page looks for its language, after the URL. */
const LANGUAGE_COOKIE = "lang";
const LANGUAGE_COOKIE_SECONDS = 365 * 24 * 60 * 60;

export interface PageOptions {
  page: PageFiles;
  /** Empty, or a path that starts with a slash and does not end with one. */
  basePath: string;
  panelLanguage(): Language;
  isInitialized(): Promise<boolean>;
}

/**
 * Registers every path below the base path that is neither the API nor a file: all of them return the page.
 */
export function registerPage(app: Hono<Env>, options: PageOptions): void {
  const { basePath } = options;
  const known = (c: Context<Env>) => sendPage(c, options, 200);
  const unknown = async (c: Context<Env>) => {
    const { developmentPages = [] } = await options.page.manifest() ?? {};
    const path = c.req.path.slice(basePath.length);
    return await sendPage(c, options, developmentPages.includes(path) ? 200 : 404);
  };
  app.on("GET", [basePath === "" ? "/" : basePath, `${basePath}/`], known);
  for (const address of pageAddresses.filter((one) => one !== "/")) {
    app.get(basePath + address, known);
    app.get(`${basePath}${address}/`, (c) => c.redirect(basePath + address + queryOf(c.req.url), 308));
  }
  app.all(`${basePath}/*`, (c) => isSafeMethod(c.req.method) ? unknown(c) : notFound(c));
}

async function sendPage(c: Context<Env>, options: PageOptions, status: 200 | 404): Promise<Response> {
  const { page, basePath } = options;
  const [manifest, html] = await Promise.all([page.manifest(), page.html()]);
  if (manifest === null || html === null) {
    return c.text("The page is not built yet: run `deno task build`\n", 503, { "cache-control": "no-store" });
  }
  const nonce = c.get("secureHeadersNonce") ?? "";
  const proposed = await proposedLanguage(c.req.raw, options);
  if (proposed !== null) c.header("set-cookie", proposed);
  const language = proposed === null ? likelyLanguage(c.req.raw, options) : "en";
  const hasSession = readCookie(c.req.raw, SESSION_COOKIE) !== undefined;
  const injected = { basePath, nonce, build: manifest.entry, hasSession, language: options.panelLanguage() };
  const head = headTags({ manifest, injected, language });
  const filled = html.replace("<html>", `<html lang="${languageTags[language]}">`).replace(
    PLACEHOLDER,
    () => head,
  );
  return c.html(filled, status, { "cache-control": "no-store" });
}

const languageTags: Record<Language, string> = { en: "en", zh: "zh-CN" };

/** Returns the language in which the page will probably be shown; only the page knows what the browser has stored. */
function likelyLanguage(request: Request, { panelLanguage }: PageOptions): Language {
  const asked = new URL(request.url).searchParams.get(LANGUAGE_COOKIE) ||
    readCookie(request, LANGUAGE_COOKIE) || panelLanguage();
  return asked.slice(0, 2).toLowerCase() === "en" ? "en" : "zh";
}

/**
 * Returns the cookie that shows the setup wizard in English to an English browser. Once an account exists, the page uses the
 * chosen language, or that of the panel when none was chosen.
 */
async function proposedLanguage(request: Request, options: PageOptions): Promise<string | null> {
  const isAsked = readCookie(request, LANGUAGE_COOKIE) !== undefined ||
    new URL(request.url).searchParams.has(LANGUAGE_COOKIE);
  if (isAsked || browserLanguage(request.headers.get("accept-language")) !== "en") return null;
  if (await options.isInitialized()) return null;
  const { basePath } = options;
  return serialize(LANGUAGE_COOKIE, "en", {
    path: basePath === "" ? "/" : basePath,
    maxAge: LANGUAGE_COOKIE_SECONDS,
    sameSite: "Lax",
  });
}

interface Head {
  manifest: Manifest;
  /** What the page itself reads. */
  injected: {
    basePath: string;
    nonce: string;
    build: string;
    /** Whether the browser sent a session, valid or not. */
    hasSession: boolean;
    language: Language;
  };
  /** The language in which the page will probably be shown. */
  language: Language;
}

// The version is left out: clients that are not logged in need not know it. The build only names a file that is listed
// below anyway.
function headTags({ manifest, injected, language }: Head): string {
  const { basePath, nonce, hasSession } = injected;
  const asset = (name: string) => `${basePath}/assets/${name}`;
  const { preload } = manifest;
  const needed = [...preload.always, ...preload[language], ...hasSession ? preload.account : preload.login];
  return [
    `<script nonce="${nonce}">globalThis.__SUNDIAL__=${inScript(injected)}</script>`,
    `<link rel="icon" href="${basePath}/favicon.svg" type="image/svg+xml">`,
    `<link rel="apple-touch-icon" href="${basePath}/apple-touch-icon.png">`,
    // With the session, which decides about the name in it.
    `<link rel="manifest" href="${basePath}/manifest.webmanifest" crossorigin="use-credentials">`,
    ...manifest.styles.map((name) => `<link rel="stylesheet" href="${asset(name)}" nonce="${nonce}">`),
    ...needed.map((name) => `<link rel="modulepreload" href="${asset(name)}" nonce="${nonce}">`),
    // Blocking, because otherwise the first paint would come before the script sets the theme.
    `<script type="module" src="${asset(manifest.entry)}" nonce="${nonce}" blocking="render"></script>`,
  ].join("\n    ");
}

/** Formats a value as a script literal that can neither end the script nor break a line. */
export function inScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function queryOf(url: string): string {
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start);
}
