// What Deno has fetched is shared between packages. Its own cleaner takes everything with it when one of the packages that are to
// stay cannot be resolved just then; so it is asked what each package consists of, and only what no other one needs is deleted.
// What scripts have fetched by themselves is left alone.

/**
 * - It asks no network: what is not there is not found. Nothing listens at that port.
 * - A package that was there and is not found, say because the mirror is another one now, might need anything: nothing is deleted.
 */
const FREE = `
const [freed, kept, must, name, ...others] = Deno.args;
const place = Deno.env.get("DENO_DIR") + "/";
const nowhere = "http://127.0.0.1:1";
const env = { http_proxy: nowhere, https_proxy: nowhere, HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere, NO_PROXY: "", no_proxy: "" };
async function partsOf(name) {
  const args = ["info", "--json", "--no-config", "--no-lock", name];
  const { stdout } = await new Deno.Command(Deno.execPath(), { args, env, stderr: "null" }).output();
  try {
    const { modules, npmPackages = {} } = JSON.parse(new TextDecoder().decode(stdout));
    if (modules.length === 0 || modules.some(({ error }) => error)) return null;
    return [...Object.values(npmPackages).map(({ localPath }) => localPath), ...modules.map(({ local }) => local)];
  } catch {
    return null;
  }
}
async function isThere(path) {
  return await Deno.lstat(path).then(() => true, () => false);
}
async function partsToFree() {
  const own = await partsOf(name);
  if (own === null) return null;
  const needed = new Set();
  for (const [at, other] of others.entries()) {
    const parts = await partsOf(other);
    if (parts === null && at < Number(must)) return null;
    for (const part of parts ?? []) needed.add(part);
  }
  return own.filter((part) => typeof part === "string" && part.startsWith(place) && !needed.has(part));
}
const parts = await partsToFree();
for (const part of parts ?? []) {
  if (!await isThere(part)) continue;
  await Deno.remove(part, { recursive: true });
  if (!part.startsWith(place + "npm/")) continue;
  // Beside the versions of a package lies what is known of all of them.
  const around = part.slice(0, part.lastIndexOf("/"));
  if ([...Deno.readDirSync(around)].every(({ isFile }) => isFile)) await Deno.remove(around, { recursive: true });
}
console.log(parts === null ? kept : freed);
`;

export interface Freeing {
  name: string;
  /** Packages that stay: those that were there, and those that may be. */
  beside: { there: readonly string[]; others: readonly string[] };
  messages: { freed(name: string): string; stored(name: string): string };
}

/** Makes the command that deletes what only one package needs; its place is told to it by `DENO_DIR`. */
export function freeFetched(
  program: string,
  { name, beside: { there, others }, messages }: Freeing,
): string[] {
  const output = [messages.freed(name), messages.stored(name), String(there.length)];
  return [program, "eval", FREE, "--", ...output, name, ...there, ...others];
}
