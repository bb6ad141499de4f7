// A real browser for the e2e tests. Every page records what must never happen: script errors and violations
// of the content security policy.
import { type Browser, type BrowserContext, chromium, type Page, type Request } from "playwright-core";
import { findChromium } from "./find_chromium.ts";
import { pressWhenIdle } from "./press_when_idle.ts";
import { until } from "./until.ts";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  // One process less; nothing is drawn in parallel anyway.
  "--in-process-gpu",
  "--num-raster-threads=1",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const PATIENCE_MS = 60_000;
/** Longer than the page's own delays, such as placeholders after 150 ms. */
const STILL_MS = 200;
const POLL_INTERVAL_MS = 20;

/** Starts the browser, or a whole one, with more flags if given. Throws when there is none. */
export async function launchBrowser(
  { flags = [], isWhole = false }: { flags?: readonly string[]; isWhole?: boolean } = {},
): Promise<Browser> {
  const executablePath = findChromium({ isWhole });
  if (executablePath === null) throw new Error("there is no Chromium; set SUNDIAL_CHROMIUM");
  // Without a locale, it cannot read file names that are not ASCII.
  const env = { ...Deno.env.toObject(), LANG: "C.UTF-8" };
  return await chromium.launch({ executablePath, args: [...FLAGS, ...flags], env });
}

export interface ClientOptions {
  width?: number;
  height?: number;
  locale?: string;
  colorScheme?: "light" | "dark";
  /** Defaults to the zone of the machine. */
  timeZone?: string;
  reducedMotion?: boolean;
  /** Whether it is a phone, with touch instead of a mouse. */
  touch?: boolean;
  /** Whether the page may register its service worker; defaults to false. */
  serviceWorker?: boolean;
}

/** A user with a browser context of their own: cookies, storage, one page. */
export class BrowserClient implements AsyncDisposable {
  readonly #context: BrowserContext;
  /** Errors on the page, in the order they happened. */
  readonly errors: string[] = [];
  /** Pending requests of the page, without event streams, which never end. */
  readonly #asked = new Set<Request>();

  private constructor(context: BrowserContext, readonly page: Page) {
    this.#context = context;
    page.on("request", (request) => {
      if (request.resourceType() !== "eventsource") this.#asked.add(request);
    });
    // What the previous page asked for has ended with it, also where no event says so.
    page.on("response", (response) => {
      const request = response.request();
      if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
      this.#asked.clear();
      this.#asked.add(request);
    });
    page.on("requestfinished", (request) => this.#asked.delete(request));
    page.on("requestfailed", (request) => this.#asked.delete(request));
    page.on("pageerror", (error) => this.errors.push(`uncaught: ${error.message}`));
    page.on("console", (message) => {
      // A rejected request is also logged to the console; the tests expect some and check what the page
      // displays.
      const rejected = /^Failed to load resource/.test(message.text());
      if (message.type() === "error" && !rejected) this.errors.push(message.text());
    });
  }

  static async open(browser: Browser, options: ClientOptions = {}): Promise<BrowserClient> {
    const { width = 1440, height = 900, locale = "en-GB", colorScheme = "light", touch = false } = options;
    const { timeZone, reducedMotion = false, serviceWorker = false } = options;
    const viewport = { width, height };
    const context = await browser.newContext({
      ...{ viewport, locale, colorScheme },
      ...{ hasTouch: touch, isMobile: touch },
      ...(timeZone !== undefined && { timezoneId: timeZone }),
      ...(reducedMotion && { reducedMotion: "reduce" }),
      // The requests of a page with a service worker pass by the routes of a test.
      serviceWorkers: serviceWorker ? "allow" : "block",
    });
    // As a whole browser allows without asking.
    await context.grantPermissions(["clipboard-write"]);
    context.setDefaultTimeout(PATIENCE_MS);
    context.on("page", pressWhenIdle); // also for pages that a test opens later
    const page = await context.newPage();
    await slowDown(page);
    return new BrowserClient(context, page);
  }

  /**
   * Waits until the page is idle: no pending requests, no finite animations, no changes between checks. A
   * spinner is an infinite animation.
   */
  async settled(): Promise<void> {
    await until("the page is rendered", async () => {
      if (this.#asked.size > 0) return false;
      const isSame = await this.page.evaluate(staysAsItIs, STILL_MS).catch(unlessLeft);
      return isSame === true && this.#asked.size === 0;
    }, POLL_INTERVAL_MS);
  }

  /** Waits until all requests of the page are answered and the answers are rendered; animations may go on. */
  async answered(): Promise<void> {
    await until("the requests are answered", async () => {
      if (this.#asked.size > 0) return false;
      const isDrawn = await this.page.evaluate(nextFrames).catch(unlessLeft);
      return isDrawn !== null && this.#asked.size === 0;
    }, POLL_INTERVAL_MS);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#context.close();
  }
}

/** Turns the error of an evaluation in a page that was left meanwhile into null. */
function unlessLeft(error: Error): null {
  if (/Execution context was destroyed|Cannot find context/.test(error.message)) return null;
  throw error;
}

/** Slows down the page by the factor in SUNDIAL_SLOW_BROWSER, to reveal tests that act too early. */
async function slowDown(page: Page): Promise<void> {
  const rate = Number(Deno.env.get("SUNDIAL_SLOW_BROWSER") ?? 1);
  if (rate <= 1) return;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate });
}

/** Runs in the page: resolves to whether it stays without finite animations and changes for a while. */
async function staysAsItIs(whileMs: number): Promise<boolean> {
  const moves = () =>
    document.getAnimations().some(({ playState, effect }) =>
      playState === "running" && effect?.getComputedTiming().endTime !== Infinity
    );
  if (moves()) return false;
  const { promise: changed, resolve } = Promise.withResolvers<boolean>();
  const observer = new MutationObserver(() => resolve(true));
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  const isChanged = await Promise.race([
    changed,
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), whileMs)),
  ]);
  observer.disconnect();
  return !isChanged && !moves();
}

/** Available in the browser but missing in the types. */
declare const scheduler: { postTask(action: () => void, how: { priority: "background" }): Promise<void> };

/** Runs in the page: resolves after what was changed so far is on the screen. */
async function nextFrames(): Promise<void> {
  for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
  await scheduler.postTask(() => {}, { priority: "background" });
}
