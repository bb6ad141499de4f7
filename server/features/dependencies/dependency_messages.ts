// The panel's messages about a package, in the panel's language, used in place of a line from an installer's
// log.
import type { Language } from "../../contract/settings.ts";
import type { ReasonMessages } from "./log_reason.ts";

interface DependencyMessages extends ReasonMessages {
  /** The installer reported success, but the package is missing. */
  notThere: string;
  /** The package is gone, though it was not deleted here. */
  gone: string;
  stillThere: string;
  interrupted: string;
  noReason: string;
  /** What only this package needed was deleted. */
  freed(name: string): string;
  /** Nothing was deleted. */
  stored(name: string): string;
}

/** The messages by language. */
export const dependencyMessages: Record<Language, DependencyMessages> = {
  en: {
    notThere: "The installer reported success, but the package is not there",
    gone: "The package is not there any more; reinstall it",
    stillThere: "The installer reported success, but the package is still there",
    interrupted: "The panel or the machine stopped in the middle; what was there before is as it was",
    noReason: "The installer failed; its log says more",
    noHeaders: (address) =>
      `It has to be compiled here, and the headers of Node for that could not be fetched: ${address}`,
    freed: (name) => `${name} is removed, with all that no other package of the list needs`,
    stored: (name) =>
      `${name} is off the list, but its files stay until the last package goes: which of them the others need cannot be told here`,
  },
  zh: {
    notThere: "安装程序报告成功，但未找到该包",
    gone: "该包已不存在，请重新安装",
    stillThere: "安装程序报告成功，但该包仍然存在",
    interrupted: "面板或机器中途停止，此前的内容保持不变",
    noReason: "安装程序失败，详情请查看日志",
    noHeaders: (address) => `该包需要在本机编译，但无法下载所需的 Node 头文件：${address}`,
    freed: (name) => `已移除 ${name}，列表中其他包不需要的文件也已一并删除`,
    stored: (name) =>
      `已将 ${name} 从列表移除，但无法判断其他包需要哪些文件，因此文件保留到最后一个包删除为止`,
  },
};
