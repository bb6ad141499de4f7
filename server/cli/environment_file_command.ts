import type { Command } from "./command.ts";

export const environmentFileCommand: Command = {
  name: "environment-file",
  summary: {
    en: "print the variables of files for EnvironmentFile= of systemd, for eval in a shell",
    zh: "读取 systemd 的 EnvironmentFile= 文件，输出可由 shell 的 eval 执行的变量赋值",
  },
  notes: {
    en: "Reads values as systemd does: nothing in them is expanded or run.\n" +
      "A path may contain wildcards; after --, a leading - marks a file that need not exist.",
    zh:
      "读取规则与 systemd 相同：不展开也不执行值中的任何内容。\n路径可以包含通配符；在 -- 之后，以 - 开头的路径表示文件可以不存在。",
  },
  operands: [{ name: "path", isMany: true, completes: "file" }],
  async run({ operands }) {
    const [{ readEnvironmentFiles }, { printLines }, { quoted }] = await Promise.all([
      import("./environment_file.ts"),
      import("./terminal.ts"),
      import("../platform/access_programs.ts"),
    ]);
    const variables = await readEnvironmentFiles(operands);
    printLines([...variables].map(([name, value]) => `export ${name}=${quoted([value])}`));
    return 0;
  },
};
