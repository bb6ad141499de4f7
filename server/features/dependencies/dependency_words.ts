// What the panel itself says of a package, in the panel's language: it stands where a line of an installer's log would.
import type { Language } from "../../contract/settings.ts";

interface DependencyWords {
  /** An installer said that all went well, and it is not there. */
  notThere: string;
  /** It is there no more, though nobody deleted it here. */
  gone: string;
  stillThere: string;
  interrupted: string;
  noReason: string;
  forgotten(name: string): string;
}

/** What is said of packages, in each language. */
export const dependencyWords: Record<Language, DependencyWords> = {
  en: {
    notThere: "The installer reported success, but the package is not there",
    gone: "The package is not there any more; reinstall it",
    stillThere: "The installer reported success, but the package is still there",
    interrupted: "The panel or the machine stopped in the middle; what was there before is as it was",
    noReason: "The installer failed; its log says more",
    forgotten: (name) =>
      `${name} is forgotten. Its files are shared with other packages and go with the last one`,
  },
  zh: {
    notThere: "安装程序报告成功，但未找到该包",
    gone: "该包已不存在，请重新安装",
    stillThere: "安装程序报告成功，但该包仍然存在",
    interrupted: "面板或机器中途停止，此前的内容保持不变",
    noReason: "安装程序失败，详情请查看日志",
    forgotten: (name) => `已移除 ${name}。其文件与其他包共用，将随最后一个包一起删除`,
  },
};
