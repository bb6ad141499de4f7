// Finds the parts of a secret field that are secret on their own: an error response of a service usually
// repeats only a part of it.
const SHORTEST = 6;
const HEADER = /^[\w-]+:\s*(?:(?:Bearer|Basic|Token)\s+)?(.+)$/i;

/** Returns a secret and the parts of it that are secret on their own: of an address, of lines, of a list. */
export function secretParts(secret: string): string[] {
  const lines = secret.split(/\r?\n/).map((line) => line.trim());
  const parts = lines.flatMap((line) => [line, ...partsOfLine(line)]).map((part) => part.trim());
  return [...new Set([secret.trim(), ...parts.filter((part) => part.length >= SHORTEST)])].filter(Boolean);
}

function partsOfLine(line: string): string[] {
  if (/^https?:\/\//i.test(line)) return partsOfAddress(line);
  const header = HEADER.exec(line)?.[1];
  // Inside JSON, lists and `user:password`.
  return [...(header === undefined ? [] : [header]), ...line.split(/[\s,;:="'{}[\]]+/).filter(looksRandom)];
}

function partsOfAddress(line: string): string[] {
  if (!URL.canParse(line)) return [];
  const { pathname, searchParams, username, password } = new URL(line);
  return [...pathname.split("/"), ...searchParams.values(), username, password].filter(looksRandom);
}

// Common words stay visible in a service's response, or it would explain nothing.
function looksRandom(part: string): boolean {
  return part.length >= SHORTEST && /\d/.test(part) && !part.includes("$") || part.length >= 20;
}
