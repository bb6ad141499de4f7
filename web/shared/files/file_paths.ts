/** Joins a folder and a name; the empty folder is the root. */
export function joinPath(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Splits a name before its extension: `a.test`, `.js`. A name that starts with its only dot has no extension. */
export function splitName(name: string): [stem: string, ending: string] {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? [name, ""] : [name.slice(0, dot), name.slice(dot)];
}

/** Returns the first of `a (1).js`, `a (2).js`, … that is not taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const [stem, ending] = splitName(name);
  for (let count = 1;; count++) {
    const free = `${stem} (${count})${ending}`;
    if (!taken.has(free)) return free;
  }
}

/** Returns why a typed name is invalid; null when it is valid. Other systems and many programs read a backslash as a slash. */
export function nameIssue(name: string): "required" | "slash" | "dots" | null {
  const typed = name.trim();
  if (typed === "") return "required";
  if (/[/\\]/.test(typed)) return "slash";
  return typed === "." || typed === ".." ? "dots" : null;
}

export function commandOf(path: string): string {
  const plain = /^[\p{L}\p{N}_./@+:,-]+$/u.test(path) && !path.startsWith("-");
  return `task ${plain ? path : `'${path.replaceAll("'", `'\\''`)}'`}`;
}

/** Returns whether a task can run a file as a script, by its extension. */
export function isScript(path: string): boolean {
  return /\.(js|mjs|cjs|ts|mts|py|sh)$/i.test(path);
}

/** Returns whether a file is an archive that can be unpacked, by its name. */
export function isArchive(path: string): boolean {
  return /\.(zip|tar|tar\.gz|tgz)$/i.test(path);
}

const templates: Partial<Record<string, string>> = {
  ".sh": "#!/usr/bin/env bash\nset -euo pipefail\n\n",
  ".py": '#!/usr/bin/env python3\n\n\ndef main():\n    pass\n\n\nif __name__ == "__main__":\n    main()\n',
  ".js": '"use strict";\n\nasync function main() {\n}\n\nmain();\n',
  ".mjs": "async function main() {\n}\n\nawait main();\n",
  ".ts": "async function main(): Promise<void> {\n}\n\nmain();\n",
};

/** Returns the template for a new file, by its extension; empty when there is none. */
export function templateOf(name: string): string {
  return templates[name.slice(name.lastIndexOf(".")).toLowerCase()] ?? "";
}
