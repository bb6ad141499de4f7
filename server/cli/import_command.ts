import { importSources } from "../contract/import_sources.ts";
import { type Command, dataDirOption, jsonOption } from "./command.ts";

export const importCommand: Command = {
  name: "import",
  summary: {
    en: "import tasks and data of another program, whether or not the panel is running",
    zh: "导入其他程序的任务和数据，面板是否运行均可",
  },
  notes: {
    en: "Takes a backup or data folder of qinglong, a crontab, systemd timers or a Cronicle export.\n" +
      "Nothing that exists is changed, and importing again creates nothing twice.",
    zh:
      "支持 qinglong 的备份或数据目录、crontab、systemd 定时器和 Cronicle 导出文件。\n不会修改已有的内容，重复导入也不会重复创建。",
  },
  operands: [{ name: "path", completes: "file" }],
  options: {
    source: {
      value: "name",
      values: ["auto", ...importSources],
      meaning: { en: "program that the data is from (auto)", zh: "数据来源（默认 auto，自动识别）" },
    },
    "dry-run": { meaning: { en: "only show what would be imported", zh: "只显示将导入的内容" } },
    enable: {
      meaning: {
        en: "enable what is imported and install packages; otherwise it takes no effect yet",
        zh: "启用导入的内容并安装依赖，否则暂不生效、不安装",
      },
    },
    "data-dir": dataDirOption,
    json: jsonOption,
  },
  run: async (call) => await (await import("./import_data.ts")).importData(call),
};
