// A real browser for the e2e tests. Every page notes what must not happen on any: faults of scripts, broken content security.
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { findChromium } from "./find_chromium.ts";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const PATIENCE_MS = 10_000;

/** Starts the browser. Throws when there is none. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error("there is no Chromium; set SUNDIAL_CHROMIUM");
  // Without a language of the machine it cannot read names of files that are not ASCII.
  const env = { ...Deno.env.toObject(), LANG: "C.UTF-8" };
  return await chromium.launch({ executablePath, args: FLAGS, env });
}

export interface VisitorOptions {
  width?: number;
  height?: number;
  locale?: string;
  colorScheme?: "light" | "dark";
  /** A phone: touched, not pointed at. */
  touch?: boolean;
}

/** A person with a browser of their own: cookies, storage, one page. */
export class Visitor implements AsyncDisposable {
  readonly page: Page;
  readonly #context: BrowserContext;
  /** What went wrong on the page, in the order it happened. */
  readonly faults: string[] = [];

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.page = page;
    page.on("pageerror", (fault) => this.faults.push(`uncaught: ${fault.message}`));
    page.on("console", (message) => {
      // A refused request is also told to the console; the tests expect some and look at what the page says of them.
      const refused = /^Failed to load resource/.test(message.text());
      if (message.type() === "error" && !refused) this.faults.push(message.text());
    });
  }

  /** Opens a browser window. */
  static async open(browser: Browser, options: VisitorOptions = {}): Promise<Visitor> {
    const { width = 1440, height = 900, locale = "en-GB", colorScheme = "light", touch = false } = options;
    const viewport = { width, height };
    const context = await browser.newContext({
      ...{ viewport, locale, colorScheme },
      ...{ hasTouch: touch, isMobile: touch },
    });
    context.setDefaultTimeout(PATIENCE_MS);
    return new Visitor(context, await context.newPage());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#context.close();
  }
}
