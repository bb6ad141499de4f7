import type { KnownNode } from "./nodes.ts";

/** The nodes as last read, or as they are being read, until something may have changed. */
export class KnownNodes {
  #reading: Promise<KnownNode[]> | null = null;

  constructor(private readonly list: () => Promise<KnownNode[]>) {}

  current(): Promise<KnownNode[]> {
    return this.#reading ?? this.read();
  }

  read(): Promise<KnownNode[]> {
    const reading = this.#reading = this.list();
    reading.catch(() => {
      if (this.#reading === reading) this.#reading = null;
    });
    return reading;
  }

  /** Call it after a change. What is being read may be from before it, and is not passed to later callers. */
  forget(): void {
    this.#reading = null;
  }
}
