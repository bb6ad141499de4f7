import type { Calendar, CalendarDays } from "../../contract/calendars.ts";
import { type Command, type CommandGroup, panelOptions } from "../command.ts";
import { formatTable, note, printJson, printLines } from "../terminal.ts";
import { findOperands, listCommand } from "./named_lists.ts";

const show: Command = {
  name: "show",
  summary: { en: "show the named days of a calendar", zh: "显示日历中有名称的日子" },
  notes: {
    en: "With --json, every day of the year. Dates after the data are marked with ?.",
    zh: "使用 --json 时输出全年每一天。超出数据范围的日期以 ? 标出。",
  },
  operands: [{ name: "calendar" }],
  options: {
    year: { value: "year", meaning: { en: "the year (default: this one)", zh: "年份（默认为今年）" } },
    ...panelOptions,
  },
  async run(call) {
    const { api, found: [calendar] } = await findOperands<Calendar>(call, "/calendars");
    const year = call.text("year") ?? String(new Date().getFullYear());
    const days = await api.json<CalendarDays>("GET", `/calendars/${calendar.id}/days`, {
      query: { from: `${year}-01-01`, to: `${year}-12-31` },
    });
    if (call.has("json")) {
      printJson(days);
      return 0;
    }
    const text = messages[call.language];
    const named = days.items.filter(({ name }) => name !== null);
    if (named.length === 0) note(text.noneNamed);
    else {
      const columns = [{ title: text.date }, { title: text.kind }, { title: text.name, isFlexible: true }];
      printLines(formatTable(
        columns,
        named.map(({ date, kind, known, name }) => [
          ...[`${date}${known ? "" : "?"}`, text.kinds[kind], name ?? ""],
        ]),
      ));
    }
    return 0;
  },
};

const messages = {
  en: {
    none: "No calendars found",
    noneNamed: "No named days in this year",
    columns: ["ID", "NAME", "ZONE", "FROM", "UNTIL"],
    ...{ date: "DATE", kind: "KIND", name: "NAME" },
    kinds: { off: "off", working: "working" },
  },
  zh: {
    none: "没有找到日历",
    noneNamed: "这一年没有有名称的日子",
    columns: ["ID", "名称", "时区", "起始", "截止"],
    ...{ date: "日期", kind: "类型", name: "名称" },
    kinds: { off: "休息", working: "上班" },
  },
};

const list = listCommand<Calendar>({
  path: "/calendars",
  summary: { en: "list calendars", zh: "列出日历" },
  messages,
  cells: ({ timeZone, knownFrom, knownUntil }) => [timeZone, knownFrom ?? "-", knownUntil ?? "-"],
});

export const calendarCommands: CommandGroup = {
  name: "calendar",
  summary: { en: "show calendars of working days", zh: "查看工作日日历" },
  commands: [list, show],
};
