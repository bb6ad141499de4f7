// Files of a folder as fields, and fields as files. The library is loaded when a folder is read or written.
import type { FieldIssue } from "../../contract/app_error.ts";
import {
  type ConfigurationFile,
  configurationFolders,
  type ConfiguredKind,
  configuredKinds,
} from "../../contract/configuration.ts";
import { configurationLimits as limits } from "../../contract/limits/configuration.ts";
import type { YamlResult } from "./yaml_worker.ts";

export interface YamlFile {
  path: string;
  kind: ConfiguredKind;
  /** Its name without folder and ending. */
  key: string;
  fields: Record<string, unknown>;
  /** Returns the line of a field, or of what contains it. */
  lineOf(path: string): number;
}

/** An issue of a file; its path is that of a field. */
export interface FileIssue extends FieldIssue {
  file: string;
  /** Null for what is not in the file. */
  line: number | null;
}

const kindOfFolder = new Map(configuredKinds.map((kind) => [configurationFolders[kind] as string, kind]));
// Also the names of other scripts, which have no capitals.
const KEY = /^[\p{Ll}\p{Lo}\p{Lm}\p{N}][\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}._-]*$/u;

/** Returns which object a path means; null if it means none. */
export function objectOfPath(path: string): { kind: ConfiguredKind; key: string } | null {
  const [, folder = "", key = ""] = /^([a-z]+)\/([^/]+)\.yaml$/.exec(path.normalize("NFC")) ?? [];
  const kind = kindOfFolder.get(folder);
  return kind && KEY.test(key) && key.length <= limits.key ? { kind, key } : null;
}

export function pathOf(kind: ConfiguredKind, key: string): string {
  return `${configurationFolders[kind]}/${key}.yaml`;
}

/** Reads files; returns also what is wrong with them. */
export async function readYamlFiles(
  files: readonly ConfigurationFile[],
): Promise<{ read: YamlFile[]; issues: FileIssue[] }> {
  const { accepted, issues } = acceptFiles(files);
  const read: YamlFile[] = [];
  const results = await parseInWorker(accepted.map(({ text }) => text));
  for (const [index, { path, kind, key }] of accepted.entries()) {
    const result = results[index] ??
      { code: "yaml_too_slow", params: { seconds: limits.readMs / 1_000 }, line: null };
    if ("code" in result) {
      issues.push({ file: path, line: result.line, path: "", code: result.code, params: result.params });
    } else {read.push({
        path,
        kind,
        key,
        fields: result.fields,
        lineOf: (field) => lineIn(result.lines, field),
      });}
    // Those after one that takes too long were not read.
    if (!results[index]) break;
  }
  return { read, issues };
}

interface AcceptedFile extends ConfigurationFile {
  kind: ConfiguredKind;
  key: string;
}

function acceptFiles(
  files: readonly ConfigurationFile[],
): { accepted: AcceptedFile[]; issues: FileIssue[] } {
  const accepted: AcceptedFile[] = [];
  const issues: FileIssue[] = [];
  const paths = new Set<string>();
  let total = 0;
  for (const { path, text } of files) {
    const reject = (issue: Omit<FieldIssue, "path">) =>
      void issues.push({ file: path, line: null, path: "", ...issue });
    const object = objectOfPath(path);
    const size = new TextEncoder().encode(text).length;
    total += size;
    if (!object) reject({ code: "bad_file_name" });
    else if (paths.has(pathOf(object.kind, object.key))) reject({ code: "same_file" });
    else if (size > limits.fileBytes) reject({ code: "file_too_large", params: { max: limits.fileBytes } });
    else if (total > limits.totalBytes) {
      reject({ code: "folder_too_large", params: { max: limits.totalBytes } });
      break;
    } else {
      paths.add(pathOf(object.kind, object.key));
      accepted.push({ path, text, ...object });
    }
  }
  return { accepted, issues };
}

/** Returns the line of a field, or of the nearest one that contains it. */
function lineIn(lines: ReadonlyMap<string, number>, field: string): number {
  for (let path = field; path !== ""; path = path.slice(0, Math.max(0, path.lastIndexOf(".")))) {
    const line = lines.get(path);
    if (line !== undefined) return line;
  }
  return 1;
}

/** Parses texts in a worker, which is ended if it takes too long; returns those results that it had by then. */
async function parseInWorker(texts: readonly string[]): Promise<YamlResult[]> {
  if (texts.length === 0) return [];
  const worker = new Worker(new URL("./yaml_worker.ts", import.meta.url), { type: "module" });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const results: YamlResult[] = [];
  worker.onmessage = ({ data }: MessageEvent<YamlResult>) => {
    results.push(data);
    if (results.length === texts.length) resolve();
  };
  worker.onerror = (event) => {
    event.preventDefault(); // it would end the panel
    reject(new Error(event.message));
  };
  const timer = setTimeout(resolve, limits.readMs);
  worker.postMessage(texts);
  try {
    await promise;
    return results;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}

/** Returns the text of a file. The same fields always make the same text. */
export async function writeYaml(fields: Record<string, unknown>): Promise<string> {
  const { default: { stringify } } = await import("yaml");
  return stringify(fields, {
    ...{ version: "1.2", schema: "core", aliasDuplicateObjects: false, lineWidth: 0, indent: 2 },
    ...{ indentSeq: true, nullStr: "null", blockQuote: "literal", sortMapEntries: false },
  });
}
