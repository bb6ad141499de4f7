import type { Language } from "../contract/settings.ts";
import { routineNotes } from "../contract/import_reasons.ts";
import type { ImportKind, ImportResource } from "../contract/imports.ts";
import { oneLine } from "./clean_output.ts";

interface ImportMessages {
  notFound(path: string): string;
  failed(reason: string): string;
  from(source: string): string;
  planned: string;
  done: string;
  nothingNew: string;
  onlyEnabled: string;
  kinds: Record<ImportKind, string>;
  colon: string;
  comma: string;
  created: string;
  unchanged: string;
  refused: string;
  more(count: number): string;
  leftOut: string;
  held(count: number): string;
  applyIt: string;
}

const en: ImportMessages = {
  notFound: (path) => `there is no file or folder ${path}`,
  failed: (reason) => `cannot import: ${reason}`,
  from: (source) => `Source: ${source}`,
  planned: "This would be imported; nothing is changed yet.",
  done: "Imported.",
  nothingNew: "Nothing to import: everything exists here already or cannot be imported.",
  onlyEnabled: "Nothing new to import; what waited is enabled.",
  kinds: {
    config: "Configuration files",
    scripts: "Scripts",
    variables: "Variables",
    subscriptions: "Subscriptions",
    tasks: "Tasks",
    dependencies: "Dependencies",
    channels: "Notification channels",
    applications: "Applications",
    views: "Views",
  },
  colon: ": ",
  comma: ", ",
  created: "new",
  unchanged: "exist",
  refused: "rejected",
  more: (count) => `and ${count} more; --json lists all`,
  leftOut: "Left out:",
  held: (count) =>
    `Items that take no effect until you confirm the import: ${count}. To enable all and install the packages, run the command again with --enable.`,
  applyIt: "To import it, run the command again without --dry-run.",
};

const zh: ImportMessages = {
  notFound: (path) => `文件或目录 ${path} 不存在`,
  failed: (reason) => `无法导入：${reason}`,
  from: (source) => `来源：${source}`,
  planned: "将导入以下内容，尚未作任何修改。",
  done: "导入完成。",
  nothingNew: "没有可导入的内容：均已存在或无法导入。",
  onlyEnabled: "没有新的内容；等待确认的内容已启用。",
  kinds: {
    config: "配置文件",
    scripts: "脚本",
    variables: "变量",
    subscriptions: "订阅",
    tasks: "任务",
    dependencies: "依赖",
    channels: "通知渠道",
    applications: "应用",
    views: "视图",
  },
  colon: "：",
  comma: "，",
  created: "新增",
  unchanged: "已有",
  refused: "未导入",
  more: (count) => `另有 ${count} 项，--json 可列出全部`,
  leftOut: "未包含：",
  held: (count) =>
    `等待确认、尚未生效的内容：${count} 项。如需全部启用并安装依赖，请加上 --enable 再次运行此命令。`,
  applyIt: "如需导入，请去掉 --dry-run 再次运行此命令。",
};

export const importMessages: Record<Language, ImportMessages> = { en, zh };

/** Rejected items to print for each kind. */
const MAX_LISTED = 20;

export function reportLines(
  { source, report, leftOut, enabled, held, error }: ImportResource,
  language: Language,
  { isPlanned }: { isPlanned: boolean },
): string[] {
  const messages = importMessages[language];
  const lines = [messages.from(source), ""];
  for (const [kind, { created, unchanged, refused, items }] of Object.entries(report)) {
    if (created + unchanged + refused.length === 0) continue;
    const label = messages.kinds[kind as ImportKind]; // the keys of the report
    const counts = [
      `${messages.created} ${created}`,
      ...(unchanged > 0 ? [`${messages.unchanged} ${unchanged}`] : []),
      ...(refused.length > 0 ? [`${messages.refused} ${refused.length}`] : []),
    ];
    lines.push(label + messages.colon + counts.join(messages.comma));
    for (const { name, message } of refused.slice(0, MAX_LISTED)) {
      lines.push(oneLine(`  - ${name}${messages.colon}${message}`));
    }
    if (refused.length > MAX_LISTED) lines.push(`  ${messages.more(refused.length - MAX_LISTED)}`);
    const noted = items.filter(({ notes }) => notes.some(({ note }) => !routineNotes.has(note)));
    for (const { name, notes } of noted.slice(0, MAX_LISTED)) {
      const texts = notes.filter(({ note }) => !routineNotes.has(note)).map(({ message }) => message);
      lines.push(oneLine(`  * ${name}${messages.colon}${texts.join("; ")}`));
    }
    if (noted.length > MAX_LISTED) lines.push(`  ${messages.more(noted.length - MAX_LISTED)}`);
  }
  if (leftOut.length > 0) lines.push("", messages.leftOut, ...leftOut.map(({ message }) => `  - ${message}`));
  if (error !== null) return lines;
  const isNew = Object.values(report).some(({ created }) => created > 0);
  if (!isNew) lines.push("", enabled ? messages.onlyEnabled : messages.nothingNew);
  else lines.push("", isPlanned ? messages.planned : messages.done);
  if (isNew && isPlanned) lines.push(messages.applyIt);
  if (!isPlanned && held > 0) lines.push(messages.held(held));
  return lines;
}
