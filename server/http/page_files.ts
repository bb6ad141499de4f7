import { join } from "node:path";
import * as z from "zod";

const manifestSchema = z.object({
  entry: z.string(),
  styles: z.array(z.string()),
  /** Files that a browser needs at once, besides the entry: always, with and without a session, and in each language. */
  preload: z.object({
    always: z.array(z.string()),
    account: z.array(z.string()),
    login: z.array(z.string()),
    en: z.array(z.string()),
    zh: z.array(z.string()),
  }),
  worker: z.string().optional(),
  files: z.array(z.string()),
  /** More addresses of the page, only in a build for development. */
  developmentPages: z.array(z.string()).default([]),
});

/** Lists the files that the build of the page has written, by name below `assets/`. */
export type Manifest = z.infer<typeof manifestSchema>;

/** Compressed copies that the build writes beside a file, best first. */
export const encodings = [{ name: "br", ending: ".br" }, { name: "gzip", ending: ".gz" }] as const;

export interface PageFilesOptions {
  /** The folder that contains index.html and assets/; may be inside an executable. */
  root: string;
  /** Checks for a new build at every page load, for development. */
  live?: boolean;
}

/**
 * The built page. Files are read when first requested and then cached: their number is bounded by the build.
 */
export class PageFiles {
  readonly #root: string;
  readonly #live: boolean;
  readonly #contents = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>();
  #manifest: Manifest | null = null;
  #names = new Set<string>();

  constructor({ root, live = false }: PageFilesOptions) {
    this.#root = root;
    this.#live = live;
  }

  /**
   * Reads the manifest of the build; returns null when there is no build. Throws when the manifest is
   * invalid.
   */
  async manifest(): Promise<Manifest | null> {
    if (this.#manifest && !this.#live) return this.#manifest;
    const bytes = await readOrNull(join(this.#root, "assets", "manifest.json"));
    if (bytes === null) return null;
    this.#manifest = manifestSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
    this.#names = new Set(this.#manifest.files);
    return this.#manifest;
  }

  /** Reads index.html; returns null when it is missing. */
  async html(): Promise<string | null> {
    if (this.#live) this.#contents.delete("index.html");
    const bytes = await this.rootFile("index.html");
    return bytes === null ? null : new TextDecoder().decode(bytes);
  }

  /** Returns whether the build lists a file of exactly this name. */
  async hasAsset(name: string): Promise<boolean> {
    await this.manifest();
    return this.#names.has(name);
  }

  /** Reads a listed file, or its copy with an `ending` such as `.br`; returns null when there is none. */
  async asset(name: string, ending = ""): Promise<Uint8Array<ArrayBuffer> | null> {
    return await this.hasAsset(name) ? await this.#read(`assets/${name}${ending}`) : null;
  }

  /** Reads a file beside index.html. The name must come from a list in the code, never from a request. */
  rootFile(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    return this.#read(name);
  }

  #read(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const known = this.#contents.get(path);
    if (known) return known;
    const reading = readOrNull(join(this.#root, path));
    this.#contents.set(path, reading);
    // A read that failed, for lack of descriptors, may succeed the next time.
    reading.catch(() => this.#contents.delete(path));
    return reading;
  }
}

async function readOrNull(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return await Deno.readFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
