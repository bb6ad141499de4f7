import { basename } from "node:path";
import type { FileEntry, FileTree, PathResults } from "../../contract/files.ts";
import { type Command, type CommandGroup, panelOptions } from "../command.ts";
import { UsageError } from "../command_result.ts";
import { formatTime } from "./format_run.ts";
import { ApiError, connect, type PanelApi } from "./panel_api.ts";
import { readInputBytes } from "./read_input.ts";
import { formatTable, printFile, printJson, printLines } from "../terminal.ts";
import { trimEnd } from "../../contract/trim_end.ts";

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
    const entries = await listFolder(api, call.operands[0] ?? "", {
      isRecursive: call.has("recursive"),
      missing: messages[call.language].noFolder,
    });
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
  notes: {
    en: "A folder becomes a .tar.gz archive and needs a file. With --json, binary content is in base64.",
    zh: "目录会打包为 .tar.gz，须指定文件。使用 --json 时，二进制内容以 base64 表示。",
  },
  operands: [{ name: "script", completes: "script" }, { name: "file", isOptional: true, completes: "file" }],
  options: panelOptions,
  async run(call) {
    const [path = "", file] = call.operands;
    const api = await connect(call);
    const text = messages[call.language];
    const response = await found(
      api.send("GET", "/files/scripts/download", { query: { path } }),
      text.noScript(path),
    );
    const isPrinted = file === undefined || file === "-";
    if (isPrinted && response.headers.get("content-type") === FOLDER_TYPE) {
      await response.body?.cancel();
      throw new Error(text.isFolder(path));
    }
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (isPrinted) {
      if (call.has("json")) printJson({ path, ...encode(bytes) });
      else printFile(bytes);
      return 0;
    }
    await Deno.writeFile(file, bytes);
    if (call.has("json")) printJson({ path, file, size: bytes.length });
    else printLines([text.saved(file, bytes.length)]);
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

export const scriptCommands: CommandGroup = {
  name: "script",
  summary: { en: "list, read and upload scripts", zh: "列出、读取和上传脚本" },
  commands: [ls, get, put],
};

/** What the panel sends for a folder; every file is plain bytes. */
const FOLDER_TYPE = "application/gzip";

async function found<T>(result: Promise<T>, missing: string): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw new Error(missing, { cause: error });
    throw error;
  }
}

function encode(bytes: Uint8Array): { content: string; encoding: "utf-8" | "base64" } {
  try {
    return { content: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "utf-8" };
  } catch {
    return { content: bytes.toBase64(), encoding: "base64" };
  }
}

interface Listing {
  isRecursive: boolean;
  missing(path: string): string;
}

async function listFolder(api: PanelApi, path: string, listing: Listing): Promise<FileEntry[]> {
  const query = { path: trimEnd(path.replace(/^\.?\/+/, ""), "/") };
  const { entries } = await found(
    api.json<FileTree>("GET", "/files/scripts/tree", { query }),
    listing.missing(path),
  );
  const all: FileEntry[] = [];
  for (const entry of entries) {
    all.push(entry);
    if (listing.isRecursive && entry.kind === "folder") {
      all.push(...await listFolder(api, entry.path, listing));
    }
  }
  return all;
}

const messages = {
  en: {
    columns: ["NAME", "BYTES", "MODIFIED"] as const,
    noScript: (path: string) => `There is no script ${path}`,
    noFolder: (path: string) => `There is no folder ${path}`,
    isFolder: (path: string) => `${path} is a folder; name a file for its archive, such as scripts.tar.gz`,
    nameNeeded: "A path for the script is needed with -",
    saved: (path: string, bytes: number) => `Saved ${path} (${bytes} bytes)`,
  },
  zh: {
    columns: ["名称", "字节", "修改时间"] as const,
    noScript: (path: string) => `脚本 ${path} 不存在`,
    noFolder: (path: string) => `目录 ${path} 不存在`,
    isFolder: (path: string) => `${path} 是目录，请指定归档文件，例如 scripts.tar.gz`,
    nameNeeded: "使用 - 时须指定脚本路径",
    saved: (path: string, bytes: number) => `已保存 ${path}（${bytes} 字节）`,
  },
};
