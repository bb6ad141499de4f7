import type { tree as english } from "../en/tree.ts";
import type { SameNames } from "../messages.ts";

export const tree: SameNames<typeof english> = {
  emptyFolder: "空文件夹",
  failed: "加载失败，点此重试",
  more: "{name} 的更多操作",
  width: "{name}的宽度",
};
