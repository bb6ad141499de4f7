/** Joins a folder and a name; the empty folder is the top. */
export function joinPath(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** The last name of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Splits a name before its ending: `a.test`, `.js`. A name that begins with its only dot has none. */
export function splitName(name: string): [stem: string, ending: string] {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? [name, ""] : [name.slice(0, dot), name.slice(dot)];
}

/** Gives the first of `a (1).js`, `a (2).js`, … that is not among the names. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const [stem, ending] = splitName(name);
  for (let count = 1;; count++) {
    const free = `${stem} (${count})${ending}`;
    if (!taken.has(free)) return free;
  }
}

/** Says what is wrong with a name that is being typed; null for nothing. */
export function nameIssue(name: string): "required" | "slash" | "dots" | null {
  const typed = name.trim();
  if (typed === "") return "required";
  if (typed.includes("/")) return "slash";
  return typed === "." || typed === ".." ? "dots" : null;
}

/** Writes the command that runs a script. */
export function commandOf(path: string): string {
  const plain = /^[\p{L}\p{N}_./@+:,-]+$/u.test(path) && !path.startsWith("-");
  return `task ${plain ? path : `'${path.replaceAll("'", `'\\''`)}'`}`;
}

/** Tells whether a task can run a file as a script, by the end of its name. */
export function isScript(path: string): boolean {
  return /\.(js|mjs|cjs|ts|mts|py|sh)$/i.test(path);
}
