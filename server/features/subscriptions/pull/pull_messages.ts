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
  /** About the copy of the whole repository. */
  repository: {
    tooLarge(bytes: number): string;
    leftOut(files: number): string;
  };
  sshFallback(from: string, to: string): string;
  result: {
    applied: string;
    same: string;
    waiting: string;
    rejected(commit: string): string;
    previewed: string;
    gone: string;
    folderTaken(alias: string): string;
    configured(changes: number): string;
    notConfigured: string;
    failed(reason: string): string;
    counts(added: number, changed: number, removed: number): string;
    /** A file that someone changed since the last pull. */
    edited(path: string): string;
    task(change: TaskChange): string;
  };
}

const en: PullMessages = {
  before: "## Execute before command...",
  after: "## Execute after command...",
  approved: (commit) => `${commit.slice(0, 12)} was approved and is now in use`,
  lineFailed: (which, code) => `The ${which} command ended with exit code ${code ?? "?"}`,
  fetching: (url) => `Pulling ${url}`,
  fetched: (commit, files) => `Pulled ${commit.slice(0, 12)}: ${files} matching files`,
  leftOut(path, reason) {
    const why: Record<LeftOutReason, string> = {
      link: "it is a link",
      submodule: "it is another repository",
      bad_name: "its name is not valid",
      own_name: "its name is reserved by the panel or git",
      too_large: "it is too large",
    };
    return `Skipped ${path}: ${why[reason]}`;
  },
  moreLeftOut: (count) => `... and ${count} more skipped`,
  nothingChanged: "The pull failed. Scripts and tasks were not changed",
  error: {
    innerNetwork: (host, address) =>
      `${host} resolves to the internal address ${address}, which is not allowed. The operator can allow it with SUNDIAL_ALLOW_NETWORKS`,
    applicationNetwork: (host, address) =>
      `${host} resolves to the internal address ${address}. Applications, and subscriptions they change, can only reach networks that the operator lists in SUNDIAL_ALLOW_NETWORKS`,
    unknownHost: (host) => `The host ${host} was not found`,
    protocol: (protocol) =>
      `The protocol ${protocol} is not allowed. The operator can allow it with SUNDIAL_GIT_PROTOCOLS`,
    status: (status) => `The server returned ${status}`,
    redirect: (where) => `The server redirects to a location that is not followed: ${where}`,
    proxy: (reason) => `The proxy could not connect: ${reason}`,
    proxyForm: "The proxy address is not valid",
    git: (code) => `git ended with exit code ${code ?? "?"}`,
    hostKey: (host) =>
      `The host key of ${host} does not match the stored key. Someone may be intercepting the connection. Nothing was sent. If the key was really changed, forget the old one in the subscription`,
    tooManyEntries: (max) => `The repository has more than ${max} files`,
    tooManyFiles: (max) => `More than ${max} files match`,
    tooLarge: (bytes) => `The content exceeds ${bytes} bytes`,
    tooMuchMemory: (megabytes) => `The repository needs more memory than a pull may use (${megabytes} MB)`,
    tooLong: (seconds) => `It took longer than ${seconds} seconds`,
    nothingMatches: "No files match the whitelist, blacklist and file extensions",
    noGit: "git is not installed on this machine",
    oldGit: (version, oldest) =>
      `git ${version} is too old to pull repositories safely. Install git ${oldest} or newer on this machine`,
    address: "The link is not valid",
    pattern: "A regular expression in the whitelist, blacklist or dependency file keywords is not valid",
    commit: "The fetched commit is not the pinned commit",
    config: (code) => `config.sh stopped before its end, with exit code ${code ?? "?"}`,
    other: (reason) => reason,
  },
  sshFallback: (from, to) => `${from} cannot be reached; using ${to}, with the same host key`,
  firstHostKey: (host) => `The host key of ${host} is new and was stored`,
  repository: {
    tooLarge: (bytes) =>
      `The repository has ${bytes} bytes, which is more than the panel copies as a whole. The scripts have only the files that match`,
    leftOut: (files) => `The copy of the whole repository lacks ${files} links, large files and the like`,
  },
  result: {
    applied: "The scripts are up to date",
    same: "No changes",
    waiting: "The changes wait for approval. Until then, scripts and tasks are not changed",
    rejected: (commit) => `${commit.slice(0, 12)} was rejected before. Scripts and tasks were not changed`,
    previewed: "This was a preview. Nothing was changed",
    gone: "The subscription no longer exists",
    configured: (changes) =>
      changes === 0 ? "The panel is as the files describe it" : `Changes applied to the panel: ${changes}`,
    notConfigured: "Nothing of what the files describe was applied to the panel:",
    folderTaken: (alias) =>
      `The scripts folder already contains something else named ${alias}. Move it first`,
    failed: (reason) => `The pulled files could not be moved into place: ${reason}`,
    counts: (added, changed, removed) => `Files added: ${added}, changed: ${changed}, removed: ${removed}`,
    edited: (path) =>
      `${path} was changed here since the last pull; the versions of the file contain that change`,
    task({ kind, name, schedule, path, before, reason }) {
      switch (kind) {
        case "added":
          return reason === null
            ? `Task added: ${name} (${schedule}) ${path}`
            : reason === "no_header"
            ? `Task added: ${name} (${schedule}) ${path}. The file has neither name nor schedule; if it is a module of other scripts, let the subscription add tasks only for files with a header`
            : `Task added, disabled until you set its schedule: ${name} ${path}: ${schedule} is not a valid schedule`;
        case "changed":
          return `Task changed: ${before?.name} (${before?.schedule}) is now ${name} (${schedule}) ${path}`;
        case "removed":
          return `Task removed: ${name} ${path}`;
        case "failed":
          return reason === "bad_name"
            ? `No task for ${path}: its name cannot be used in a command`
            : `No task for ${path}: ${schedule} is not a valid schedule`;
        case "skipped":
          return `No task for ${path}: it has neither name nor schedule`;
      }
      return kind satisfies never;
    },
  },
};

const zh: PullMessages = {
  before: "## 开始执行前置命令...",
  after: "## 开始执行后置命令...",
  approved: (commit) => `${commit.slice(0, 12)} 已批准并生效`,
  lineFailed: (which, code) => `${which === "before" ? "前置" : "后置"}命令的退出码为 ${code ?? "?"}`,
  fetching: (url) => `开始拉取 ${url}`,
  fetched: (commit, files) => `已拉取 ${commit.slice(0, 12)}，匹配 ${files} 个文件`,
  leftOut(path, reason) {
    const why: Record<LeftOutReason, string> = {
      link: "是链接",
      submodule: "是子仓库",
      bad_name: "文件名无效",
      own_name: "此类名称由面板或 git 保留",
      too_large: "文件过大",
    };
    return `已跳过 ${path}：${why[reason]}`;
  },
  moreLeftOut: (count) => `……还有 ${count} 个已跳过`,
  nothingChanged: "拉取失败，脚本和任务未修改",
  error: {
    innerNetwork: (host, address) =>
      `${host} 指向内部地址 ${address}，不允许访问，运维人员可在 SUNDIAL_ALLOW_NETWORKS 中允许`,
    applicationNetwork: (host, address) =>
      `${host} 指向内部地址 ${address}。应用以及应用修改过的订阅只能访问运维人员在 SUNDIAL_ALLOW_NETWORKS 中列出的网络`,
    unknownHost: (host) => `找不到主机 ${host}`,
    protocol: (protocol) => `不允许使用协议 ${protocol}，运维人员可在 SUNDIAL_GIT_PROTOCOLS 中允许`,
    status: (status) => `服务器返回 ${status}`,
    redirect: (where) => `服务器重定向到不会跟随的地址：${where}`,
    proxy: (reason) => `代理无法连接：${reason}`,
    proxyForm: "代理地址无效",
    git: (code) => `git 的退出码为 ${code ?? "?"}`,
    hostKey: (host) =>
      `${host} 的主机密钥与已保存的不一致，连接可能被劫持。未发送任何内容。如果密钥确已更换，请在订阅中移除旧密钥`,
    tooManyEntries: (max) => `仓库中的文件超过 ${max} 个`,
    tooManyFiles: (max) => `匹配的文件超过 ${max} 个`,
    tooLarge: (bytes) => `内容超过 ${bytes} 字节`,
    tooMuchMemory: (megabytes) => `拉取该仓库所需的内存超过上限（${megabytes} MB）`,
    tooLong: (seconds) => `耗时超过 ${seconds} 秒`,
    nothingMatches: "没有文件符合白名单、黑名单和文件后缀",
    noGit: "本机未安装 git",
    oldGit: (version, oldest) =>
      `git ${version} 版本过低，无法安全拉取仓库，请在本机安装 git ${oldest} 或更高版本`,
    address: "链接无效",
    pattern: "白名单、黑名单或依赖文件关键字中的正则表达式无效",
    commit: "拉取到的提交不是固定的提交",
    config: (code) => `config.sh 未执行完就退出，退出码为 ${code ?? "?"}`,
    other: (reason) => reason,
  },
  sshFallback: (from, to) => `无法连接 ${from}，改用 ${to}，主机密钥不变`,
  firstHostKey: (host) => `${host} 的主机密钥为首次出现，已保存`,
  repository: {
    tooLarge: (bytes) => `仓库共 ${bytes} 字节，超过面板完整复制的上限，脚本只有匹配的文件`,
    leftOut: (files) => `完整仓库的副本缺少 ${files} 个链接、过大的文件等`,
  },
  result: {
    applied: "脚本已更新",
    same: "没有变更",
    waiting: "变更等待批准，在此之前脚本和任务不会修改",
    rejected: (commit) => `${commit.slice(0, 12)} 此前已被拒绝，脚本和任务未修改`,
    previewed: "这是预览，未作任何修改",
    gone: "订阅已不存在",
    configured: (changes) => changes === 0 ? "面板与文件一致" : `已对面板应用 ${changes} 处修改`,
    notConfigured: "文件描述的内容均未应用到面板：",
    folderTaken: (alias) => `脚本目录中已有其他名为 ${alias} 的内容，请先移走`,
    failed: (reason) => `拉取的文件无法移动到位：${reason}`,
    counts: (added, changed, removed) => `文件新增 ${added} 个，变更 ${changed} 个，删除 ${removed} 个`,
    edited: (path) => `${path} 在上次拉取后于本机修改过，该修改保留在文件版本中`,
    task({ kind, name, schedule, path, before, reason }) {
      switch (kind) {
        case "added":
          return reason === null
            ? `新增任务：${name}（${schedule}）${path}`
            : reason === "no_header"
            ? `新增任务：${name}（${schedule}）${path}。文件中既没有名称也没有定时规则；如果它是其他脚本的模块，可让订阅只为带头部注释的文件创建任务`
            : `新增任务，设置定时规则前为禁用：${name} ${path}：${schedule} 不是有效的定时规则`;
        case "changed":
          return `变更任务：${before?.name}（${before?.schedule}）改为 ${name}（${schedule}）${path}`;
        case "removed":
          return `删除任务：${name} ${path}`;
        case "failed":
          return reason === "bad_name"
            ? `未为 ${path} 创建任务：其名称无法用于命令`
            : `未为 ${path} 创建任务：${schedule} 不是有效的定时规则`;
        case "skipped":
          return `未为 ${path} 创建任务：文件中既没有名称也没有定时规则`;
      }
      return kind satisfies never;
    },
  },
};

export const pullMessages: Record<Language, PullMessages> = { en, zh };
