// Files of a folder as fields, and fields as files. The library is loaded when a folder is read or written.
import type { Document, Node, YAMLMap } from "yaml";
import type { FieldIssue } from "../../contract/app_error.ts";
import {
  type ConfigurationFile,
  configurationFolders,
  type ConfiguredKind,
  configuredKinds,
} from "../../contract/configuration.ts";
import { configurationLimits as limits } from "../../contract/limits/configuration.ts";
import { yieldToEventLoop } from "../../platform/event_loop.ts";

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
  const yaml = await import("yaml");
  const read: YamlFile[] = [];
  const issues: FileIssue[] = [];
  const paths = new Set<string>();
  let total = 0;
  for (const { path, text } of files) {
    const reject = (issue: Omit<FieldIssue, "path">, line: number | null = null) =>
      void issues.push({ file: path, line, path: "", ...issue });
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
      const parsed = parseFile(yaml, text);
      if ("code" in parsed) reject({ code: parsed.code, params: parsed.params }, parsed.line);
      else read.push({ path, ...object, ...parsed });
      await yieldToEventLoop();
    }
  }
  return { read, issues };
}

interface Rejection {
  code: FieldIssue["code"];
  params: Record<string, string | number>;
  line: number | null;
}

function parseFile(
  yaml: typeof import("yaml"),
  text: string,
): Pick<YamlFile, "fields" | "lineOf"> | Rejection {
  const lines = new yaml.LineCounter();
  const rejected = (code: FieldIssue["code"], params: Rejection["params"] = {}, offset: number | null = 0) => ({
    code,
    params,
    line: offset === null ? null : Math.max(1, lines.linePos(offset).line),
  });
  if (isTooDeep(text)) return rejected("too_deep", { max: limits.depth }, null);
  try {
    const documents = yaml.parseAllDocuments(text, {
      ...{ version: "1.2", schema: "core", merge: false, resolveKnownTags: false, customTags: null },
      ...{ strict: true, uniqueKeys: true, stringKeys: true, prettyErrors: false, lineCounter: lines },
    });
    const [document, second] = Array.isArray(documents) ? documents : [];
    if (!document?.contents) return rejected("not_an_object");
    if (second) return rejected("several_documents", {}, second.range[0]);
    // A tag that is not known is a warning.
    const problem = [...document.errors, ...document.warnings][0];
    if (problem) return rejected("not_yaml", { reason: problem.message }, problem.pos[0]);
    if (!yaml.isMap(document.contents)) return rejected("not_an_object");
    if (depthOf(yaml, document.contents) > limits.depth) return rejected("too_deep", { max: limits.depth });
    const fields: unknown = document.toJS({ maxAliasCount: limits.aliases });
    return {
      fields: fields as Record<string, unknown>, // of a map with keys that are texts
      lineOf: (path) => lines.linePos(offsetOf(yaml, document, path)).line,
    };
  } catch (error) {
    if (error instanceof ReferenceError) return rejected("too_many_aliases", {}, null);
    if (error instanceof RangeError) return rejected("too_deep", { max: limits.depth }, null);
    throw error;
  }
}

// Before it is parsed: the time for brackets within brackets, and for indentation, is more than linear.
function isTooDeep(text: string): boolean {
  let open = 0;
  for (const sign of text.matchAll(/[[\]{}]|^[ ]*(?:- *){31}/gm)) {
    if (sign[0].length > 1) return true;
    open += sign[0] === "[" || sign[0] === "{" ? 1 : -1;
    open = Math.max(0, open);
    // Texts have brackets, too.
    if (open > 20 * limits.depth) return true;
  }
  return false;
}

function depthOf(yaml: typeof import("yaml"), root: Node): number {
  let deepest = 0;
  const stack: { node: unknown; depth: number }[] = [{ node: root, depth: 1 }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, depth } = next;
    if (!yaml.isCollection(node)) continue;
    deepest = Math.max(deepest, depth);
    if (deepest > limits.depth) break;
    for (const item of node.items) {
      stack.push({ node: yaml.isPair(item) ? item.value : item, depth: depth + 1 });
    }
  }
  return deepest;
}

function offsetOf(yaml: typeof import("yaml"), document: Document, path: string): number {
  let offset = 0;
  let node: unknown = document.contents;
  for (const part of path === "" ? [] : path.split(".")) {
    if (yaml.isMap(node)) {
      const pair = (node as YAMLMap).items.find(({ key }) => yaml.isScalar(key) && String(key.value) === part);
      if (!pair) break;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value;
    } else if (yaml.isSeq(node)) {
      node = node.items[Number(part)];
      offset = yaml.isNode(node) ? node.range?.[0] ?? offset : offset;
    } else break;
  }
  return offset;
}

/** Returns the text of a file. The same fields always make the same text. */
export async function writeYaml(fields: Record<string, unknown>): Promise<string> {
  const { stringify } = await import("yaml");
  return stringify(fields, {
    ...{ version: "1.2", schema: "core", aliasDuplicateObjects: false, lineWidth: 0, indent: 2 },
    ...{ indentSeq: true, nullStr: "null", blockQuote: "literal", sortMapEntries: false },
  });
}
