// The body of a request, as its kind asks for.
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { HttpRequest } from "./channels/channel_type.ts";

export interface EncodedBody {
  bytes: Uint8Array;
  contentType: string;
}

/** Encodes the body of a request; null where it has none. */
export function encodeBody({ json, form, parts, text }: HttpRequest): EncodedBody | null {
  if (json !== undefined) return encoded(JSON.stringify(json), "application/json; charset=utf-8");
  if (form !== undefined) {
    return encoded(new URLSearchParams(form).toString(), "application/x-www-form-urlencoded; charset=utf-8");
  }
  if (parts !== undefined) return encodeParts(Object.entries(parts));
  return text === undefined ? null : encoded(text, "text/plain; charset=utf-8");
}

function encoded(text: string, contentType: string): EncodedBody {
  return { bytes: Buffer.from(text), contentType };
}

// RFC 7578. The boundary is a digest of what it bounds, so nothing in there can hold it.
function encodeParts(parts: [string, string][]): EncodedBody {
  const boundary = `sundial-${createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 40)}`;
  const body = parts.map(([name, value]) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"\r\n\r\n${value}\r\n`
  );
  return encoded(`${body.join("")}--${boundary}--\r\n`, `multipart/form-data; boundary=${boundary}`);
}

function escapeName(name: string): string {
  return name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}
