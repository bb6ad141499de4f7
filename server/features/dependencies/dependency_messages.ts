// The panel's messages about a package, in the panel's language, used in place of a line from an installer's
// log.
import { type Dependency, type ToolLack, toolLacks } from "../../contract/dependencies.ts";
import { type Language, languages } from "../../contract/settings.ts";
import { RunSpecError } from "../../engine/run_spec_error.ts";
import { type StoredTexts, translateStored } from "../../platform/stored_texts.ts";
import type { ReasonMessages } from "./log_reason.ts";

interface DependencyMessages extends ReasonMessages {
  /** The installer reported success, but the package is missing. */
  notThere: string;
  /** The package is gone, though it was not deleted here. */
  gone: string;
  stillThere: string;
  interrupted: string;
  /** The node of the operation could not be reached. */
  nodeLost: string;
  noReason: string;
  /** What only this package needed was deleted. */
  freed(name: string): string;
  /** Nothing was deleted. */
  stored(name: string): string;
}

export const dependencyMessages: Record<Language, DependencyMessages> = {
  en: {
    notThere: "The installer reported success, but the package was not found",
    gone: "The package no longer exists. Reinstall it",
    stillThere: "The installer reported success, but the package still exists",
    interrupted: "The panel or the machine stopped during the operation. The previous state was kept",
    nodeLost: "The node stopped responding during the operation. Reinstall the package",
    noReason: "The installer failed. See its log",
    noHeaders: (address) =>
      `The package must be compiled on this machine, but the Node headers could not be downloaded: ${address}`,
    freed: (name) => `${name} was removed, along with everything that no other package in the list needs`,
    stored: (name) =>
      `${name} was removed from the list. Its files are kept until the last package is deleted, because it is unknown which of them other packages need`,
  },
  zh: {
    notThere: "安装程序报告成功，但未找到该包",
    gone: "包已不存在，请重新安装",
    stillThere: "安装程序报告成功，但该包仍然存在",
    interrupted: "操作期间面板或机器停止，原有状态保持不变",
    nodeLost: "操作期间节点失去响应，请重新安装",
    noReason: "安装程序失败，详见日志",
    noHeaders: (address) => `该包需要在本机编译，但无法下载所需的 Node 头文件：${address}`,
    freed: (name) => `已删除 ${name}，以及列表中其他包不需要的文件`,
    stored: (name) =>
      `已从列表中移除 ${name}。由于无法判断其他包需要哪些文件，其文件会保留到最后一个包删除为止`,
  },
};

const lacksInEnglish: Record<ToolLack, string> = {
  npm: "npm is not installed on this machine. Install Node.js with npm and try again",
  pnpm: "pnpm is not installed on this machine. Install it, or choose npm in the dependency settings",
  python3: "python3 is not installed on this machine. Install it and try again",
  venv: "python3 on this machine cannot create virtual environments. Install python3-venv and try again",
  package_tool: "this machine has neither apt-get nor apk, so system packages cannot be installed",
  rights:
    "the panel cannot install system packages: it runs neither as root nor as a user with passwordless sudo",
  deno:
    "Deno is not installed on this machine, and the panel's executable cannot download packages. Install Deno",
};

const lacksInChinese: Record<ToolLack, string> = {
  npm: "本机未安装 npm，请安装 Node.js 和 npm 后重试",
  pnpm: "本机未安装 pnpm，请安装后重试，或在依赖设置中选择 npm",
  python3: "本机未安装 python3，请安装后重试",
  venv: "本机的 python3 无法创建虚拟环境，请安装 python3-venv 后重试",
  package_tool: "本机既没有 apt-get 也没有 apk，无法安装系统软件包",
  rights: "面板无法安装系统软件包：既不是以 root 运行，也没有免密码的 sudo 权限",
  deno: "本机未安装 Deno，面板自带的程序无法下载包，请安装 Deno",
};

const linesOfLacks: Record<Language, (lack: ToolLack) => string> = {
  en: (lack) => `Not possible here: ${lacksInEnglish[lack]}`,
  zh: (lack) => `无法执行：${lacksInChinese[lack]}`,
};

/** Returns the error for a package whose installer the machine lacks. */
export function installerMissing(lack: ToolLack): RunSpecError {
  return new RunSpecError({
    code: "installer_missing",
    line: { en: linesOfLacks.en(lack), zh: linesOfLacks.zh(lack) },
  });
}

function reasonsIn(language: Language): StoredTexts {
  const { notThere, gone, stillThere, interrupted, nodeLost, noReason, noHeaders } =
    dependencyMessages[language];
  return {
    ...{ notThere, gone, stillThere, interrupted, nodeLost, noReason, noHeaders },
    ...Object.fromEntries(toolLacks.map((lack) => [lack, linesOfLacks[language](lack)])),
  };
}

const translateReason = translateStored({ en: reasonsIn("en"), zh: reasonsIn("zh") });

// A reason of the panel differs by language.
function isOwnReason(reason: string | null): boolean {
  return languages.some((language) => translateReason(reason, language) !== reason);
}

/**
 * Returns a package with the panel's own reasons in a language; those of installers are lines of their logs, and null for
 * someone who may not read these.
 */
export function inLanguage(
  dependency: Dependency,
  { language, readsLogs }: { language: Language; readsLogs: boolean },
): Dependency {
  const translated = <T extends { reason: string | null }>({ reason, ...one }: T) => ({
    ...one,
    reason: readsLogs || isOwnReason(reason) ? translateReason(reason, language) : null,
  });
  return { ...translated(dependency), nodes: dependency.nodes?.map(translated) ?? null };
}
