import type { list as english } from "../en/list.ts";
import type { SameNames } from "../messages.ts";

export const list: SameNames<typeof english> = {
  ascending: "升序",
  columnsReset: "重置列和宽度",
  defaultOrder: "默认顺序",
  descending: "降序",
  dragCancelled: "已取消移动 {name}",
  dragEnded: "{name} 已放到第 {position} 位，共 {total} 位",
  dragInstructions: "按空格键拿起该行，用方向键移动，再按空格键放下，按 Esc 取消。直接按方向键可移动一位。",
  dragMoved: "{name} 位于第 {position} 位，共 {total} 位",
  dragRole: "可排序的行",
  dragStarted: "已拿起 {name}，位于第 {position} 位，共 {total} 位",
  order: "顺序",
  searchCommand: "在命令中搜索",
  searchLabel: "在标签中搜索",
  searchName: "在名称中搜索",
  searchSchedule: "在定时规则中搜索",
  sort: "排序",
  suggestions: "搜索建议",
  valueSearch: "搜索或输入值",
};
