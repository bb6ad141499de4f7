// The lines that a pull writes to its log, in the panel's language.
import type { LeftOutReason, TaskChange } from "../../../contract/subscriptions.ts";
import type { Language } from "../../../contract/settings.ts";

interface PullMessages {
  before: string;
  after: string;
  approved(commit: string): string;
  lineFailed(which: "before" | "after", code: number | null): string;
  fetching(url: string): string;
  fetched(commit: string, files: number): string;
  leftOut(path: string, reason: LeftOutReason): string;
  moreLeftOut(count: number): string;
  nothingChanged: string;
  error: {
    innerNetwork(host: string, address: string): string;
    applicationNetwork(host: string, address: string): string;
    unknownHost(host: string): string;
    protocol(protocol: string): string;
    status(status: string): string;
    redirect(where: string): string;
    proxy(reason: string): string;
    proxyForm: string;
    git(code: number | null): string;
    hostKey(host: string): string;
    tooManyEntries(max: number): string;
    tooManyFiles(max: number): string;
    tooLarge(bytes: number): string;
    tooLong(seconds: number): string;
    tooMuchMemory(megabytes: number): string;
    nothingMatches: string;
    noGit: string;
    oldGit(version: string, oldest: string): string;
    address: string;
    pattern: string;
    commit: string;
    config(code: number | null): string;
    other(reason: string): string;
  };
  firstHostKey(host: string): string;
  result: {
    applied: string;
    same: string;
    waiting: string;
    rejected(commit: string): string;
    previewed: string;
    gone: string;
    folderTaken(alias: string): string;
    failed(reason: string): string;
    counts(added: number, changed: number, removed: number): string;
    task(change: TaskChange): string;
  };
}

const en: PullMessages = {
  before: "## Execute before command...",
  after: "## Execute after command...",
  approved: (commit) => `${commit.slice(0, 12)} was approved and is in place`,
  lineFailed: (which, code) => `The ${which} command ended with exit code ${code ?? "?"}`,
  fetching: (url) => `Pulling ${url}`,
  fetched: (commit, files) => `Pulled ${commit.slice(0, 12)}: files that match: ${files}`,
  leftOut(path, reason) {
    const why: Record<LeftOutReason, string> = {
      link: "it is a link",
      submodule: "it is another repository",
      bad_name: "its name cannot be used",
      own_name: "such names belong to the panel or to git",
      too_large: "it is too large",
    };
    return `Left out ${path}: ${why[reason]}`;
  },
  moreLeftOut: (count) => `... and ${count} more left out`,
  nothingChanged: "The pull failed; scripts and tasks stay as they were",
  error: {
    innerNetwork: (host, address) =>
      `${host} means the inner address ${address}, which may not be reached; the operator can list it in SUNDIAL_ALLOW_NETWORKS`,
    applicationNetwork: (host, address) =>
      `${host} means the internal address ${address}. For applications, and for subscriptions they change, only networks count that the operator lists in SUNDIAL_ALLOW_NETWORKS`,
    unknownHost: (host) => `The host ${host} cannot be found`,
    protocol: (protocol) =>
      `The protocol ${protocol} is not allowed; the operator can list it in SUNDIAL_GIT_PROTOCOLS`,
    status: (status) => `The server answered ${status}`,
    redirect: (where) => `The server sends elsewhere in a way that is not followed: ${where}`,
    proxy: (reason) => `The proxy does not connect: ${reason}`,
    proxyForm: "The proxy cannot be read",
    git: (code) => `git ended with exit code ${code ?? "?"}`,
    hostKey: (host) =>
      `The host key of ${host} is not the one that is remembered: somebody may be listening in. Nothing was sent. If the key was really changed, forget the old one in the subscription`,
    tooManyEntries: (max) => `The repository has more than ${max} files`,
    tooManyFiles: (max) => `More than ${max} files match`,
    tooLarge: (bytes) => `There is more than ${bytes} bytes`,
    tooMuchMemory: (megabytes) => `The repository needs more memory than a pull may take (${megabytes} MB)`,
    tooLong: (seconds) => `It took longer than ${seconds} seconds`,
    nothingMatches: "Nothing in it matches whitelist, blacklist and extensions",
    noGit: "git is not installed on this machine",
    oldGit: (version, oldest) =>
      `git ${version} is too old to pull repositories safely; install git ${oldest} or newer on this machine`,
    address: "The address cannot be read",
    pattern: "An expression in whitelist, blacklist or dependency words cannot be read",
    commit: "What was fetched is not the pinned commit",
    config: (code) => `config.sh ended before it was through, with exit code ${code ?? "?"}`,
    other: (reason) => reason,
  },
  firstHostKey: (host) => `The host key of ${host} was seen for the first time and is remembered from now on`,
  result: {
    applied: "The scripts are in place",
    same: "Nothing new",
    waiting: "What is new waits for approval; scripts and tasks stay as they are until then",
    rejected: (commit) => `${commit.slice(0, 12)} was rejected before; scripts and tasks stay as they are`,
    previewed: "This was a preview; nothing was changed",
    gone: "The subscription is gone",
    folderTaken: (alias) => `There is something else named ${alias} among the scripts; move it away first`,
    failed: (reason) => `What was pulled could not be put in place: ${reason}`,
    counts: (added, changed, removed) => `Files added: ${added}, changed: ${changed}, removed: ${removed}`,
    task({ kind, name, schedule, path, before, reason }) {
      switch (kind) {
        case "added":
          return `Task added: ${name} (${schedule}) ${path}`;
        case "changed":
          return `Task changed: ${before?.name} (${before?.schedule}) is now ${name} (${schedule}) ${path}`;
        case "removed":
          return `Task removed: ${name} ${path}`;
        case "failed":
          return reason === "bad_name"
            ? `No task for ${path}: its name cannot be written as a command`
            : `No task for ${path}: ${schedule} is no schedule the panel knows`;
      }
      return kind satisfies never;
    },
  },
};

const zh: PullMessages = {
  before: "## 开始执行前置命令...",
  after: "## 开始执行后置命令...",
  approved: (commit) => `${commit.slice(0, 12)} 已通过审核并就位`,
  lineFailed: (which, code) => `${which === "before" ? "前置" : "后置"}命令的退出码为 ${code ?? "?"}`,
  fetching: (url) => `开始拉取 ${url}`,
  fetched: (commit, files) => `已拉取 ${commit.slice(0, 12)}，匹配的文件数：${files}`,
  leftOut(path, reason) {
    const why: Record<LeftOutReason, string> = {
      link: "是链接",
      submodule: "是子仓库",
      bad_name: "文件名无法使用",
      own_name: "此类名称由面板或 git 保留",
      too_large: "文件过大",
    };
    return `已忽略 ${path}：${why[reason]}`;
  },
  moreLeftOut: (count) => `……另有 ${count} 个文件被忽略`,
  nothingChanged: "拉取失败，脚本和任务保持不变",
  error: {
    innerNetwork: (host, address) =>
      `${host} 指向内部地址 ${address}，不允许访问；运维人员可在 SUNDIAL_ALLOW_NETWORKS 中放行`,
    applicationNetwork: (host, address) =>
      `${host} 指向内部地址 ${address}。应用以及应用修改过的订阅只能访问运维人员在 SUNDIAL_ALLOW_NETWORKS 中列出的网络`,
    unknownHost: (host) => `找不到主机 ${host}`,
    protocol: (protocol) => `不允许使用协议 ${protocol}；运维人员可在 SUNDIAL_GIT_PROTOCOLS 中放行`,
    status: (status) => `服务器返回 ${status}`,
    redirect: (where) => `服务器要求跳转，但不会跟随：${where}`,
    proxy: (reason) => `代理无法连接：${reason}`,
    proxyForm: "无法识别代理地址",
    git: (code) => `git 的退出码为 ${code ?? "?"}`,
    hostKey: (host) =>
      `${host} 的主机密钥与已记住的不一致，连接可能被窃听，未发送任何内容。如果密钥确已更换，请在订阅中清除旧密钥`,
    tooManyEntries: (max) => `仓库中的文件超过 ${max} 个`,
    tooManyFiles: (max) => `匹配的文件超过 ${max} 个`,
    tooLarge: (bytes) => `内容超过 ${bytes} 字节`,
    tooMuchMemory: (megabytes) => `拉取该仓库所需的内存超过上限（${megabytes} MB）`,
    tooLong: (seconds) => `耗时超过 ${seconds} 秒`,
    nothingMatches: "没有文件符合白名单、黑名单和文件后缀",
    noGit: "本机未安装 git",
    oldGit: (version, oldest) =>
      `git ${version} 版本过低，无法安全拉取仓库；请在本机安装 git ${oldest} 或更高版本`,
    address: "无法识别链接",
    pattern: "白名单、黑名单或依赖文件中的表达式无法识别",
    commit: "拉取到的不是固定的提交",
    config: (code) => `config.sh 未执行完就已退出，退出码为 ${code ?? "?"}`,
    other: (reason) => reason,
  },
  firstHostKey: (host) => `首次见到 ${host} 的主机密钥，已记住`,
  result: {
    applied: "脚本已就位",
    same: "没有新内容",
    waiting: "新内容等待审核，在此之前脚本和任务保持不变",
    rejected: (commit) => `${commit.slice(0, 12)} 此前已被拒绝，脚本和任务保持不变`,
    previewed: "这是预览，未作任何更改",
    gone: "订阅已不存在",
    folderTaken: (alias) => `脚本中已有其他名为 ${alias} 的内容，请先移走`,
    failed: (reason) => `拉取的内容未能就位：${reason}`,
    counts: (added, changed, removed) => `文件新增 ${added} 个，更改 ${changed} 个，删除 ${removed} 个`,
    task({ kind, name, schedule, path, before, reason }) {
      switch (kind) {
        case "added":
          return `新增任务：${name}（${schedule}）${path}`;
        case "changed":
          return `更改任务：${before?.name}（${before?.schedule}）改为 ${name}（${schedule}）${path}`;
        case "removed":
          return `删除任务：${name} ${path}`;
        case "failed":
          return reason === "bad_name"
            ? `未为 ${path} 创建任务：其名称无法写成命令`
            : `未为 ${path} 创建任务：${schedule} 不是可识别的定时规则`;
      }
      return kind satisfies never;
    },
  },
};

/** The messages by language. */
export const pullMessages: Record<Language, PullMessages> = { en, zh };
