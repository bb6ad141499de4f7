// A file of its own, for only who has such a file needs the library; the bundler finds its class by a static import alone.
import { type CityResponse, Reader } from "maxmind";
import type { Buffer } from "node:buffer";

export type { CityResponse };
export type LocationReader = Reader<CityResponse>;

/** Opens a file of places. Throws when it is none. */
export function openLocationReader(bytes: Buffer): LocationReader {
  return new Reader<CityResponse>(bytes);
}
