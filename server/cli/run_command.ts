import { version } from "../platform/build_info.ts";
import type { Language } from "../contract/settings.ts";
import { configOptions } from "../platform/config.ts";

/** Runs a command of the command line and returns its exit code: 0 done, 1 failed, 2 invalid usage. */
export async function runCommand(command: string, args: string[]): Promise<number> {
  const language = consoleLanguage(Deno.env.toObject());
  switch (command) {
    case "serve": {
      const { serve } = await import("./serve.ts");
      return await serve(args, language);
    }
    case "__trial": {
      const { tryDatabase } = await import("./try_database.ts");
      return await tryDatabase(args);
    }
    case "__try_start": {
      const { tryStart } = await import("./try_start.ts");
      return await tryStart(args);
    }
    case "backup": {
      const { backup } = await import("./backup.ts");
      return await backup(args, language);
    }
    case "restore": {
      const { restore } = await import("./restore.ts");
      return await restore(args, language);
    }
    case "reset-password": {
      const { resetPasswordCommand } = await import("./reset_account.ts");
      return await resetPasswordCommand(args, language);
    }
    case "reset-2fa": {
      const { resetFactorCommand } = await import("./reset_account.ts");
      return await resetFactorCommand(args, language);
    }
    case "version":
    case "--version":
      return print(version);
    case "help":
    case "--help":
      return print(helpText(language));
  }
  await Deno.stderr.write(
    new TextEncoder().encode(`${unknown[language](command)}\n\n${helpText(language)}\n`),
  );
  return 2;
}

const unknown = {
  en: (command: string) => `Unknown command: ${command}`,
  zh: (command: string) => `未知命令：${command}`,
};

async function print(text: string): Promise<number> {
  await Deno.stdout.write(new TextEncoder().encode(`${text}\n`));
  return 0;
}

/** Returns the language of the console, taken from the locale variables in the order of POSIX (XBD 8.2). */
function consoleLanguage(variables: Record<string, string>): Language {
  const locale = variables["LC_ALL"] || variables["LC_MESSAGES"] || variables["LANG"] || "";
  return locale.toLowerCase().startsWith("zh") ? "zh" : "en";
}

const messages = {
  en: {
    usage: "Usage: sundial <command> [flags]",
    commands: [
      ["serve", "start the panel (default without a command)"],
      ["backup", "create a backup, even while the panel is running"],
      ["restore", "restore a backup while the panel is not running"],
      [
        "reset-password",
        "set a new password and revoke other logins, even while the panel is running",
      ],
      ["reset-2fa", "turn off two-factor authentication, even while the panel is running"],
      ["version", "print the version"],
      ["help", "print this help"],
    ],
    flags: "Flags of serve, each also available as an environment variable:",
  },
  zh: {
    usage: "用法：sundial <命令> [选项]",
    commands: [
      ["serve", "启动面板（默认命令）"],
      ["backup", "创建备份，面板运行时也可使用"],
      ["restore", "恢复备份，须先停止面板"],
      ["reset-password", "设置新密码并撤销其他登录方式，面板运行时也可使用"],
      ["reset-2fa", "关闭两步验证，面板运行时也可使用"],
      ["version", "显示版本"],
      ["help", "显示帮助"],
    ],
    flags: "serve 的选项，均可用环境变量设置：",
  },
} as const;

/** Formats the help text of the command line; the flags come from the table of settings. */
function helpText(language: Language): string {
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
