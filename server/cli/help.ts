import type { Language } from "../contract/settings.ts";
import { configOptions } from "../platform/config.ts";

const messages = {
  en: {
    usage: "Usage: sundial <command> [flags]",
    commands: [
      ["serve", "start the panel (also without any command)"],
      ["backup", "make a backup, also while the panel runs"],
      ["restore", "bring back a backup while the panel does not run"],
      [
        "reset-password",
        "give an account another password and end what else lets in, also while the panel runs",
      ],
      ["reset-2fa", "turn the second factor of an account off, also while the panel runs"],
      ["version", "print the version"],
      ["help", "print this text"],
    ],
    flags: "Flags of serve, each also a variable:",
  },
  zh: {
    usage: "用法：sundial <命令> [选项]",
    commands: [
      ["serve", "启动面板（不带命令时亦同）"],
      ["backup", "制作备份，面板运行时亦可"],
      ["restore", "在面板停止时恢复备份"],
      ["reset-password", "为账户设置新密码并撤销其他登录方式，面板运行时亦可"],
      ["reset-2fa", "关闭账户的两步验证，面板运行时亦可"],
      ["version", "显示版本"],
      ["help", "显示本说明"],
    ],
    flags: "serve 的选项，每个也可用环境变量设置：",
  },
} as const;

/** Formats the help text of the command line; the flags come from the table of settings. */
export function helpText(language: Language): string {
  const { usage, commands, flags } = messages[language];
  const rows = configOptions.map(({ flag, variable, fallback, meaning }) =>
    `  ${(flag ?? "").padEnd(20)}${variable.padEnd(30)}${meaning[language]}${
      fallback ? ` (${fallback})` : ""
    }`
  );
  return [
    usage,
    "",
    ...commands.map(([name, meaning]) => `  ${name.padEnd(16)}${meaning}`),
    "",
    flags,
    ...rows,
  ].join("\n");
}
