// A separate file, because only installations with a location database need the library; the bundler finds its class only
// by a static import.
import { type CityResponse, Reader } from "maxmind";
import type { Buffer } from "node:buffer";

export type { CityResponse };
export type LocationReader = Reader<CityResponse>;

/** Opens a location database. Throws when the data is invalid. */
export function openLocationReader(bytes: Buffer): LocationReader {
  return new Reader<CityResponse>(bytes);
}
