import type { list as english } from "../en/list.ts";
import type { SameNames } from "../messages.ts";

export const list: SameNames<typeof english> = {
  columnsReset: "恢复默认列和宽度",
  labelSearch: "搜索标签",
  noLabels: "还没有标签",
  searchCommand: "在命令中搜索",
  searchLabel: "在标签中搜索",
  searchName: "在名称中搜索",
  searchSchedule: "在定时规则中搜索",
  suggestions: "搜索建议",
};
