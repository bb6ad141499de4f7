import { version } from "../platform/build_info.ts";
import { helpText } from "./help.ts";
import { consoleLanguage } from "./console_language.ts";

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
