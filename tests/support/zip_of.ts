// Zip archives, also malicious ones.
import { Buffer } from "node:buffer";
import { crc32, deflateRawSync } from "node:zlib";

interface ZipEntry {
  /** As bytes for names that are not UTF-8. */
  name: string | Uint8Array;
  body?: string;
  mode?: number;
  flags?: number;
  crc?: number;
}

/** Returns a zip whose files are compressed. */
export function zipOf(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, body = "", mode = 0o100644, flags = 0, crc = crc32(body) } of entries) {
    const raw = Buffer.from(name as string);
    const content = deflateRawSync(body);
    const shared = Buffer.alloc(26);
    [20, flags, 8, 0, 0].forEach((value, index) => shared.writeUInt16LE(value, index * 2));
    shared.writeUInt32LE(crc, 10);
    shared.writeUInt32LE(content.length, 14);
    shared.writeUInt32LE(Buffer.byteLength(body), 18);
    shared.writeUInt16LE(raw.length, 22);
    const local = [Buffer.from("PK\x03\x04", "latin1"), shared, raw, content];
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\x03", "latin1"), shared, rest, raw);
    parts.push(...local);
    offset += local.reduce((sum, part) => sum + part.length, 0);
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...parts, central, end]));
}
