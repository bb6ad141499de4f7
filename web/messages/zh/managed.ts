import type { managed as english } from "../en/managed.ts";
import type { SameNames } from "../messages.ts";

/** Objects that files describe. */
export const managed: SameNames<typeof english> = {
  byFolder: "来自代码：由目录 {source} 应用，文件为 {path}。下次应用时，此处的修改会被覆盖。",
  bySubscription: "来自代码：由订阅“{source}”应用文件 {path}。下次应用时，此处的修改会被覆盖。",
};
