// What of a secret field opens a door by itself: a service that complains repeats a part of what it got, rarely all of it.
const SHORTEST = 6;
const HEADER = /^[\w-]+:\s*(?:(?:Bearer|Basic|Token)\s+)?(.+)$/i;

/** Lists a secret and the parts of it that are secret alone: of an address, of lines, of a list. */
export function secretParts(secret: string): string[] {
  const lines = secret.split(/\r?\n/).map((line) => line.trim());
  const parts = lines.flatMap((line) => [line, ...partsOfLine(line)]).map((part) => part.trim());
  return [...new Set([secret.trim(), ...parts.filter((part) => part.length >= SHORTEST)])].filter(Boolean);
}

function partsOfLine(line: string): string[] {
  if (/^https?:\/\//i.test(line)) return partsOfAddress(line);
  const header = HEADER.exec(line)?.[1];
  // Inside of JSON, of lists, and of `user:password`.
  return [...(header === undefined ? [] : [header]), ...line.split(/[\s,;:="'{}[\]]+/).filter(looksRandom)];
}

function partsOfAddress(line: string): string[] {
  if (!URL.canParse(line)) return [];
  const { pathname, searchParams, username, password } = new URL(line);
  return [...pathname.split("/"), ...searchParams.values(), username, password].filter(looksRandom);
}

// Words that anybody may say are left in what a service says, or it would explain nothing.
function looksRandom(part: string): boolean {
  return part.length >= SHORTEST && /\d/.test(part) && !part.includes("$") || part.length >= 20;
}
