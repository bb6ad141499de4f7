// Writes a file in MaxMind's format with one address: a tree of one node per bit, the data, and the metadata.
import { Buffer } from "node:buffer";

const MARK = "\xab\xcd\xefMaxMind.com";
const SEPARATOR = Buffer.alloc(16);
const KIND = { text: 2, uint16: 5, uint32: 6, map: 7 };

/** Writes the file at `path`; `address` is IPv4, `place` the location of the entry. */
export async function writeGeoFile(path: string, address: string, names: GeoNames): Promise<void> {
  const bits = address.split(".").flatMap((part) =>
    Array.from({ length: 8 }, (_, bit) => (Number(part) >> (7 - bit)) & 1)
  );
  const count = bits.length;
  // A record that exceeds the number of nodes by 16 is the first entry of the data; one equal to it means no
  // entry.
  const nodes = bits.map((bit, index) => {
    const next = index + 1 < count ? index + 1 : count + SEPARATOR.length;
    return node(bit === 0 ? [next, count] : [count, next]);
  });
  const about = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    database_type: "Test-City",
    ip_version: 4,
    node_count: count,
    record_size: 24,
  };
  const parts = [...nodes, SEPARATOR, encode(names), Buffer.from(MARK, "latin1"), encode(about)];
  await Deno.writeFile(path, Buffer.concat(parts));
}

interface GeoNames {
  [name: string]: string | number | GeoNames;
}

function node(records: number[]): Buffer {
  const bytes = Buffer.alloc(6);
  records.forEach((record, index) => bytes.writeUIntBE(record, index * 3, 3));
  return bytes;
}

function encode(value: GeoNames[string]): Buffer {
  if (typeof value === "string") return sized(KIND.text, Buffer.from(value));
  if (typeof value === "number") return number(value);
  const entries = Object.entries(value);
  const content = entries.flatMap(([name, one]) => [encode(name), encode(one)]);
  return Buffer.concat([Buffer.from([KIND.map << 5 | entries.length]), ...content]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return sized(value < 65_536 ? KIND.uint16 : KIND.uint32, value < 65_536 ? bytes.subarray(2) : bytes);
}

function sized(kind: number, content: Buffer): Buffer {
  const head = content.length < 29 ? [kind << 5 | content.length] : [kind << 5 | 29, content.length - 29];
  return Buffer.concat([Buffer.from(head), content]);
}
