type Spell = (base: string, path: string) => string;

const other = (text: string, index: number, code: string) =>
  text.slice(0, index) + code + text.slice(index + 1);
const insert = (at: string, what: string): Spell => (base, path) => base + path.replace(at, what);

// Each returns a spelling, or almost a spelling, of `base` + `/api/…`.
const spells: Record<string, Spell> = {
  "unchanged": (base, path) => base + path,
  "capitals": (base, path) => base + path.toUpperCase(),
  "API in capitals": insert("/api", "/API"),
  "Api in title case": insert("/api", "/Api"),
  "two slashes at the start": (base, path) => `${base}/${path}`,
  "two slashes before everything": (base, path) => `/${base}${path}`,
  "two slashes inside": (base, path) => base + path.replace("/api/", "/api//"),
  "a slash at the end": (base, path) => `${base}${path}/`,
  "two slashes at the end": (base, path) => `${base}${path}//`,
  "a letter encoded": (base, path) => base + other(path, 1, "%61"),
  "a letter encoded twice": (base, path) => base + other(path, 1, "%2561"),
  "a letter encoded thrice": (base, path) => base + other(path, 1, "%252561"),
  "the last letter encoded": (base, path) => base + path.slice(0, -1) + hex(path.at(-1)!),
  "a letter encoded in capitals": insert("/api", "/%41PI"),
  "the slash encoded": insert("/api/", "/api%2f"),
  "the slash encoded twice": insert("/api/", "/api%252f"),
  "the first slash encoded": (base, path) => `${base}/%2f${path.slice(1)}`,
  "every slash encoded": (base, path) => `${base}/${path.slice(1).replaceAll("/", "%2F")}`,
  "a backslash": (base, path) => base + path.replaceAll("/", "\\"),
  "a backslash encoded": insert("/api/", "/api%5c"),
  "a dot segment": insert("/api/", "/api/./"),
  "an encoded dot segment": insert("/api/", "/api/%2e/"),
  "a dot segment at the start": (base, path) => `${base}/.${path}`,
  "up and back down": insert("/api/", "/x/../api/"),
  "an encoded parent segment": insert("/api/", "/x/%2e%2e/api/"),
  "a parent segment with an encoded slash": insert("/api/", "/x/..%2fapi/"),
  "a parent segment after a file": insert("/api/", "/assets/../api/"),
  "a parent segment after a public path": insert("/api/", "/api/health/../"),
  "an encoded parent segment after a public path": insert("/api/", "/api/health/%2e%2e/"),
  "a dot at the end": (base, path) => `${base}${path}.`,
  "an encoded dot at the end": (base, path) => `${base}${path}%2e`,
  "an ending": (base, path) => `${base}${path}.json`,
  "a space at the end": (base, path) => `${base}${path}%20`,
  "a tab at the end": (base, path) => `${base}${path}%09`,
  "a plus at the end": (base, path) => `${base}${path}+`,
  "a NUL byte at the end": (base, path) => `${base}${path}%00`,
  "a NUL byte and an extension": (base, path) => `${base}${path}%00.js`,
  "a line break": (base, path) => `${base}${path}%0d%0a`,
  "a parameter": (base, path) => `${base}${path};x=1`,
  "a parameter inside": insert("/api/", "/api;x/"),
  "an encoded question mark": (base, path) => `${base}${path}%3fx`,
  "a question mark": (base, path) => `${base}${path}?`,
  "a hash": (base, path) => `${base}${path}%23`,
  "an overlong slash": insert("/api/", "/api%c0%af"),
  "an overlong letter": insert("/api", "/%c1%a1pi"),
  "a truncated escape": (base, path) => `${base}${path}%`,
  "an invalid escape": insert("/api", "/%zzpi"),
  "a full-width letter": insert("/api", "/%ef%bd%81pi"),
  "a star": insert("/api/", "/api/*/"),
  "a colon": insert("/api/", "/api/:id/"),
  "after a page URL": (base, path) => `${base}/crontab${path}`,
  "after a file": (base, path) => `${base}/assets${path}`,
  "after another base": (base, path) => `/other${base}${path}`,
  "below another base": (_, path) => `/other/base${path}`,
  "without the base path": (_, path) => path,
  "with the base twice": (base, path) => base + base + path,
  "the base in capitals": (base, path) => base.toUpperCase() + path,
};

function hex(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16)}`;
}

/** Lists many spellings of an API path below a base path, including the correct one. */
export function spellPath(base: string, path: string): { how: string; target: string }[] {
  return Object.entries(spells).map(([how, spell]) => ({ how, target: spell(base, path) }));
}
