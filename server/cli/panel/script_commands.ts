import { basename } from "node:path";
import type { FileEntry, FileTree, PathResults } from "../../contract/files.ts";
import { type Command, type CommandGroup, panelOptions } from "../command.ts";
import { UsageError } from "../command_result.ts";
import { formatTime } from "./format_run.ts";
import { connect, type PanelApi } from "./panel_api.ts";
import { readInputBytes } from "./read_input.ts";
import { formatTable, print, printJson, printLines } from "../terminal.ts";

const ls: Command = {
  name: "ls",
  summary: { en: "list scripts", zh: "列出脚本" },
  operands: [{ name: "folder", isOptional: true, completes: "script" }],
  options: {
    recursive: { short: "R", meaning: { en: "list subfolders, too", zh: "包含子目录" } },
    ...panelOptions,
  },
  async run(call) {
    const api = await connect(call);
    const entries = await listFolder(api, call.operands[0] ?? "", call.has("recursive"));
    if (call.has("json")) printJson({ items: entries });
    else if (entries.length > 0) {
      const [name, size, modified] = messages[call.language].columns;
      const rows = entries.map((one) => [
        one.kind === "folder" ? `${one.path}/` : one.path,
        one.size === null ? "-" : String(one.size),
        formatTime(one.modifiedAt),
      ]);
      printLines(
        formatTable([{ title: name, isFlexible: true }, { title: size }, { title: modified }], rows),
      );
    }
    return 0;
  },
};

const get: Command = {
  name: "get",
  summary: { en: "print or download a script", zh: "输出或下载脚本" },
  operands: [{ name: "script", completes: "script" }, { name: "file", isOptional: true, completes: "file" }],
  options: panelOptions,
  async run(call) {
    const [path = "", file] = call.operands;
    const api = await connect(call);
    const response = await api.send("GET", "/files/scripts/download", { query: { path } });
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (file === undefined || file === "-") {
      if (call.has("json")) printJson({ path, content: new TextDecoder().decode(bytes) });
      else print(bytes);
      return 0;
    }
    await Deno.writeFile(file, bytes);
    if (call.has("json")) printJson({ path, file, size: bytes.length });
    else printLines([messages[call.language].saved(file, bytes.length)]);
    return 0;
  },
};

const put: Command = {
  name: "put",
  summary: { en: "upload a script", zh: "上传脚本" },
  notes: {
    en: "Replaces a script of that path; its previous text stays among its versions. - is standard input.\n" +
      "A path that ends with / is a folder.",
    zh: "同路径的脚本会被替换，原内容保留在版本记录中。- 表示标准输入，以 / 结尾的路径表示目录。",
  },
  operands: [{ name: "file|-", completes: "file" }, {
    name: "script",
    isOptional: true,
    completes: "script",
  }],
  options: panelOptions,
  async run(call) {
    const [file = "", wanted] = call.operands;
    const text = messages[call.language];
    if (file === "-" && wanted === undefined) throw new UsageError(text.nameNeeded);
    const path = wanted === undefined || wanted.endsWith("/") ? `${wanted ?? ""}${basename(file)}` : wanted;
    const bytes = await readInputBytes(file);
    const api = await connect(call);
    const form = new FormData();
    form.append("file", new File([bytes], path));
    const { results: [result] } = await api.json<PathResults>("POST", "/files/scripts/upload", {
      query: { existing: "replace" },
      body: form,
    });
    if (result?.error) throw new Error(`${result.error.title}: ${result.error.detail}`);
    if (call.has("json")) printJson({ path: result?.path ?? path, size: bytes.length });
    else printLines([text.saved(result?.path ?? path, bytes.length)]);
    return 0;
  },
};

/** The commands for scripts. */
export const scriptCommands: CommandGroup = {
  name: "script",
  summary: { en: "list, read and upload scripts", zh: "列出、读取和上传脚本" },
  commands: [ls, get, put],
};

async function listFolder(api: PanelApi, path: string, isRecursive: boolean): Promise<FileEntry[]> {
  const query = { path: path.replace(/^\.?\/+|\/+$/g, "") };
  const { entries } = await api.json<FileTree>("GET", "/files/scripts/tree", { query });
  const all: FileEntry[] = [];
  for (const entry of entries) {
    all.push(entry);
    if (isRecursive && entry.kind === "folder") all.push(...await listFolder(api, entry.path, true));
  }
  return all;
}

const messages = {
  en: {
    columns: ["NAME", "BYTES", "MODIFIED"] as const,
    nameNeeded: "A path for the script is needed with -",
    saved: (path: string, bytes: number) => `Saved ${path} (${bytes} bytes)`,
  },
  zh: {
    columns: ["名称", "字节", "修改时间"] as const,
    nameNeeded: "使用 - 时须指定脚本路径",
    saved: (path: string, bytes: number) => `已保存 ${path}（${bytes} 字节）`,
  },
};
