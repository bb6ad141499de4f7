// Parses YAML in its own thread, which can be ended: for some texts, the time is more than linear.
import * as yaml from "yaml";
import type { IssueCode } from "../../contract/issue_codes.ts";
import { configurationLimits as limits } from "../../contract/limits/configuration.ts";

export interface YamlRejection {
  code: IssueCode;
  params: Record<string, string | number>;
  line: number | null;
}

/** The fields of a text, and the line of each field by its path. */
export type YamlResult = { fields: Record<string, unknown>; lines: Map<string, number> } | YamlRejection;

self.onmessage = ({ data }: MessageEvent<readonly string[]>) => {
  for (const text of data) self.postMessage(parse(text));
};

class RejectedError extends Error {
  override readonly name = "RejectedError";

  constructor(readonly rejection: Omit<YamlRejection, "line">, readonly offset: number | null) {
    super(rejection.code);
  }
}

function reject(code: IssueCode, params: YamlRejection["params"] = {}, offset: number | null = 0): never {
  throw new RejectedError({ code, params }, offset);
}

function parse(text: string): YamlResult {
  const counter = new yaml.LineCounter();
  let lastAlias: number | null = null;
  const lineAt = (offset: number) => Math.max(1, counter.linePos(offset).line);
  try {
    const documents = yaml.parseAllDocuments(text, {
      ...{ version: "1.2", schema: "core", merge: false, resolveKnownTags: false, customTags: null },
      // Equal keys are looked for below: the library compares each with each.
      ...{ strict: true, uniqueKeys: false, stringKeys: true, prettyErrors: false, lineCounter: counter },
    });
    const [document, second] = Array.isArray(documents) ? documents : [];
    if (!document?.contents) return reject("not_an_object");
    if (second) reject("several_documents", {}, second.range[0]);
    // A tag that is not known is a warning.
    const problem = [...document.errors, ...document.warnings][0];
    if (problem) reject("not_yaml", { reason: problem.message }, problem.pos[0]);
    if (!yaml.isMap(document.contents)) reject("not_an_object");
    const { lines, aliasAt } = visit(document.contents, lineAt);
    lastAlias = aliasAt;
    const fields: unknown = document.toJS({ maxAliasCount: limits.aliases });
    return { fields: fields as Record<string, unknown>, lines }; // of a map whose keys are texts
  } catch (error) {
    if (error instanceof RejectedError) {
      return { ...error.rejection, line: error.offset === null ? null : lineAt(error.offset) };
    }
    if (error instanceof ReferenceError) return { code: "too_many_aliases", params: {}, line: lastAlias };
    if (error instanceof RangeError) return { code: "too_deep", params: { max: limits.depth }, line: null };
    return { code: "not_yaml", params: { reason: error instanceof Error ? error.message : "" }, line: null };
  }
}

interface Step {
  node: unknown;
  path: string;
  depth: number;
}

/** Returns the line of each field, and that of an alias. Throws for equal keys, and for what is too deep or has too many aliases. */
function visit(root: yaml.YAMLMap, lineAt: (offset: number) => number) {
  const lines = new Map<string, number>();
  const stack: Step[] = [{ node: root, path: "", depth: 1 }];
  let aliases = 0;
  let aliasAt: number | null = null;
  let characters = 0;
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const { node, path, depth } = step;
    if (yaml.isAlias(node)) {
      if (++aliases > limits.aliases) reject("too_many_aliases", {}, node.range?.[0] ?? null);
      aliasAt = lineAt(node.range?.[0] ?? 0);
    }
    if (!yaml.isCollection(node)) continue;
    if (depth > limits.depth) reject("too_deep", { max: limits.depth }, node.range?.[0] ?? null);
    const keys = new Set<string>();
    for (const [index, item] of node.items.entries()) {
      const [key, value] = yaml.isPair(item) ? [item.key, item.value] : [null, item];
      const name = yaml.isScalar(key) ? String(key.value) : String(index);
      const offset = (yaml.isNode(key) ? key : yaml.isNode(value) ? value : node).range?.[0] ?? 0;
      if (key !== null && keys.has(name)) reject("same_key", { name }, offset);
      keys.add(name);
      const way = path === "" ? name : `${path}.${name}`;
      characters += way.length;
      if (characters > limits.wayCharacters) reject("keys_too_long", {}, offset);
      lines.set(way, lineAt(offset));
      stack.push({ node: value, path: way, depth: depth + 1 });
    }
  }
  return { lines, aliasAt };
}
