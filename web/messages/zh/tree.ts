import type { tree as english } from "../en/tree.ts";
import type { SameNames } from "../messages.ts";

export const tree: SameNames<typeof english> = {
  emptyFolder: "空目录",
  failed: "加载失败，点击重试",
  more: "{name} 的更多操作",
  width: "{name} 的宽度",
};
