// Why a data folder cannot be used, in the language of the command line.
import type { Language } from "../contract/settings.ts";
import type { FolderOwner, SystemUser } from "../platform/storage/folder_owner.ts";
import type { DataFolderError } from "../platform/data_folder.ts";

export function describeFolderProblem({ problem, message }: DataFolderError, language: Language): string {
  if (language === "en") return message;
  const { root } = problem;
  if (problem.kind === "in_use") {
    const holder = problem.pid === null ? "" : `（进程号 ${problem.pid}）`;
    return `数据目录 ${root} 正被另一个面板${holder}使用；请停止该面板，或设置 SUNDIAL_DATA_DIR`;
  }
  if (problem.kind === "failed") return `无法使用数据目录 ${root}：${problem.reason}`;
  const why = {
    read_only: "所在的文件系统以只读方式挂载；请以可写方式挂载",
    denied: problem.ownership
      ? describeOwnership(problem.ownership)
      : "当前用户没有写入权限；请将其所有者改为面板的用户（chown）",
    not_folder: "不是目录；请将其删除",
  }[problem.reason];
  return `无法使用数据目录 ${root}：${problem.path} ${why}`;
}

function describeOwnership({ owner, user, command, inContainer }: FolderOwner): string {
  const name = ({ uid, name }: SystemUser) => name === null ? `uid ${uid}` : `${name}（uid ${uid}）`;
  const where = inContainer ? "（在宿主机上运行，路径为所挂载的目录）" : "";
  const why = owner.uid === user.uid
    ? "所有者没有写入权限"
    : `属于 ${name(owner)}，而面板的用户是 ${name(user)}`;
  return `${why}；请以 root 身份运行：${command}${where}`;
}
