/** Contents by their SHA-256 that several machines share. On a single machine there are none: its disk has all of them. */
export interface SharedContents {
  /** Stores a content with this SHA-256; one that is too large is left out. */
  put(hash: string, bytes: Uint8Array): Promise<void>;
  /** Reads a content; null when it is not stored, or larger than `limit` bytes. */
  read(hash: string, limit: number): Promise<Uint8Array<ArrayBuffer> | null>;
}
