// What the commands say about the key file: why it cannot be used, how to repair that, and what a new key costs.
import type { SealedKind } from "../contract/sealed_kinds.ts";
import type { Language } from "../contract/settings.ts";
import type { WrongKeyError } from "../features/secret_key/check_key.ts";
import type { LostSecrets } from "../features/secret_key/lost_secrets.ts";
import { quoteWord } from "../contract/quote_word.ts";
import type { KeyProblem } from "../platform/seal.ts";

interface KeyMessages {
  problems: Record<KeyProblem, (file: string) => string>;
  repairs: Record<KeyProblem, (file: string) => string>;
  notSetUp(folder: string): string;
  otherVersion: string;
  running: string;
  fine(file: string): string;
  lost(file: string): string;
  nothingLost: string;
  kinds: Record<SealedKind, string>;
  restoredWithout: string;
  factorLost(commands: string): string;
  consequences: string;
  ask: string;
  needsYes: string;
  notChanged: string;
  setAside(path: string): string;
  done(file: string): string;
  factorOff(names: string): string;
  failed(reason: string): string;
}

const en: KeyMessages = {
  problems: {
    missing: (file) =>
      `the key file ${file} is missing, and the secrets of this panel cannot be read without it`,
    unreadable: (file) => `the key file ${file} cannot be read by this user`,
    malformed: (file) => `the key file ${file} is not a key of 32 bytes`,
    other: (file) =>
      `the key file ${file} does not open the secrets of this panel: it belongs to another one`,
  },
  repairs: {
    missing: () =>
      "copy it from another machine of this panel or from a copy of the data folder; if it is lost for good: sundial key reset",
    unreadable: (file) => `give it to the user of the panel: chown <user> ${file}; chmod 600 ${file}`,
    malformed: (file) => `put the right file at ${file}; if it is lost for good: sundial key reset`,
    other: () =>
      "put the right file there, or correct SUNDIAL_KEY_FILE; if it is lost for good: sundial key reset",
  },
  notSetUp: (folder) => `there is no database in ${folder}`,
  otherVersion: "the database has the schema of another version; start the panel once with this version",
  running: "stop the panels and workers of this database first",
  fine: (file) => `The key file ${file} opens the secrets of this panel. Nothing was changed.`,
  lost: (file) => `These secrets cannot be opened with ${file} and are lost with a new key:`,
  nothingLost: "No stored secret is lost with a new key.",
  kinds: {
    variable: "variables",
    subscription: "credentials of subscriptions",
    channel: "notification channels",
    setting: "settings",
    second_factor: "two-factor authentication",
    identity_provider: "identity providers",
    run: "variables of waiting runs",
    webhook: "webhooks of tasks",
  },
  restoredWithout:
    "The key of the backup is not on this machine, so these secrets cannot be decrypted. Enter them again:",
  factorLost: (commands) => `Before these accounts can log in again: ${commands}`,
  consequences:
    "Everything else stays. Tasks that get a lost variable do not run until its value is entered again or it is disabled.",
  ask: "Give up these secrets? Type yes: ",
  needsYes: "nobody can be asked here; add --yes to give up these secrets",
  notChanged: "nothing was changed",
  setAside: (path) => `The old file was kept as ${path}.`,
  done: (file) => `${file} is now the key of this panel. Copy it to the other machines, if there are any.`,
  factorOff: (names) => `Two-factor authentication was turned off for ${names}.`,
  failed: (reason) => `cannot replace the key: ${reason}`,
};

const zh: KeyMessages = {
  problems: {
    missing: (file) => `密钥文件 ${file} 不存在，无法读取此面板的机密`,
    unreadable: (file) => `当前用户无法读取密钥文件 ${file}`,
    malformed: (file) => `密钥文件 ${file} 不是 32 字节的密钥`,
    other: (file) => `密钥文件 ${file} 无法解密此面板的机密，它属于其他面板`,
  },
  repairs: {
    missing: () => "请从本面板的其他机器或数据目录的副本中复制；如已彻底丢失：sundial key reset",
    unreadable: (file) => `请将其交给面板所用的用户：chown <用户> ${file}; chmod 600 ${file}`,
    malformed: (file) => `请将正确的文件放到 ${file}；如已彻底丢失：sundial key reset`,
    other: () => "请放回正确的文件，或修正 SUNDIAL_KEY_FILE；如已彻底丢失：sundial key reset",
  },
  notSetUp: (folder) => `${folder} 中没有数据库`,
  otherVersion: "数据库的结构属于其他版本，请先用此版本启动一次面板",
  running: "请先停止使用此数据库的面板和工作节点",
  fine: (file) => `密钥文件 ${file} 可以解密此面板的机密，未作任何修改。`,
  lost: (file) => `以下机密无法用 ${file} 解密，更换密钥后将丢失：`,
  nothingLost: "更换密钥不会丢失任何已保存的机密。",
  kinds: {
    variable: "变量",
    subscription: "订阅的凭据",
    channel: "通知渠道",
    setting: "设置",
    second_factor: "两步验证",
    identity_provider: "身份提供方",
    run: "等待中运行的变量",
    webhook: "任务的 Webhook",
  },
  restoredWithout: "此机器上没有该备份的密钥，无法解密以下机密，请重新输入：",
  factorLost: (commands) => `这些账户需要先执行以下命令才能登录：${commands}`,
  consequences: "其他数据全部保留。重新输入变量的值或禁用该变量之前，使用它的任务不会运行。",
  ask: "确定放弃这些机密？请输入 yes：",
  needsYes: "此处无法询问，如要放弃这些机密请加上 --yes",
  notChanged: "未作任何修改",
  setAside: (path) => `旧文件已保留为 ${path}。`,
  done: (file) => `${file} 现为此面板的密钥。如有其他机器，请复制过去。`,
  factorOff: (names) => `已关闭 ${names} 的两步验证。`,
  failed: (reason) => `无法更换密钥：${reason}`,
};

export const keyMessages: Record<Language, KeyMessages> = { en, zh };

/** Returns why a key cannot be used and how to repair it, in one sentence. */
export function describeKeyProblem({ file, problem }: WrongKeyError, language: Language): string {
  const { problems, repairs } = keyMessages[language];
  return `${problems[problem](file)}${language === "zh" ? "。" : ". "}${capital(repairs[problem](file))}`;
}

/** Returns a line for each kind of secret, with the names of what they belong to. */
export function listByKind(lost: LostSecrets, language: Language): string[] {
  const colon = language === "zh" ? "：" : ": ";
  const { kinds } = keyMessages[language];
  return [...lost].map(([kind, names]) => `  ${kinds[kind]}${colon}${names.join(", ")}`);
}

/** Returns what to print when a restored database has secrets that the key of this machine does not open. */
export function describeLostAfterRestore(lost: LostSecrets, language: Language): string[] {
  if (lost.size === 0) return [];
  const { restoredWithout, factorLost } = keyMessages[language];
  const accounts = lost.get("second_factor") ?? [];
  const commands = accounts.map((name) => `sundial reset-2fa --user ${quoteWord(name)}`).join("; ");
  return [
    restoredWithout,
    ...listByKind(lost, language),
    ...(accounts.length > 0 ? [factorLost(commands)] : []),
  ];
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
