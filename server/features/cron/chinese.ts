// cronstrue's Chinese keeps the English order and punctuation: "在00:00, 限每月 1 号, 仅于一月 和 三月份". Natural Chinese
// puts the date before the time: "一月和三月的 1 号 00:00".

const spelling: readonly [RegExp, string][] = [
  [/每隔 /g, "每 "],
  [/,? ?和 ?/g, "和"],
  [/(\d)和/g, "$1 和"],
  [/和(\d)/g, "和 $1"],
  [/ ?至 ?/g, "至"],
  [/(\d)至(\d)/g, "$1 至 $2"],
  [/号至(\d)/g, "号至 $1"],
  [/(\d), +(?=\d)/g, "$1、"],
  [/号, +(?=\d)/g, "号、"],
  [/(星期.), (?=星期|第.个)/g, "$1、"],
  [/(?<!个)月, (?=[一二三四五六七八九十]+月)/g, "月、"],
  [/(第.个) /g, "$1"],
  [/限每月的 +(\d)/g, "限每月 $1"],
  [/号 之间/g, "号"],
  [/每月的(?=最接近|第)/g, "每月"],
  [/(^|, )限/g, "$1"],
  [/, 或者为/g, "或"],
  [/(号|天|工作日), 仅(?=星期)/g, "$1且为"],
  [/每月本月/g, "每月"],
  [/在(?=\d)/g, "在 "],
  [/在 (\d\d:\d\d) 和 (\d\d:\d\d) 之间/g, "$1–$2"],
  [/整点, 每 (\d+) 小时/g, "每 $1 小时的整点"],
  [/在整点后的第 (\d+) 分钟, 每 (\d+) 小时/g, "每 $2 小时的第 $1 分钟"],
  [/在整点后的第 (\d[\d、和 ]*) 分钟(?!开始)/g, "每小时的第 $1 分钟"],
  [/在整点后的第 (\d+) 分钟开始/g, "从第 $1 分钟开始"],
  [/星期/g, "周"], // shorter, and as everywhere else in the page
];

const atTimes = /^在 (\d\d:\d\d.*)$/;
const months = /^(?:仅于|(?=[一二三四五六七八九十]+月))(.+月)份?$/;

/** Describes an interval; `duration` is formatted by `Intl`, without spaces. */
export function everyInChinese(duration: string): string {
  const spaced = duration.replaceAll(/(?<=\D)(?=\d)|(?<=\d)(?=\D)/g, " ");
  return `每 ${spaced}`.replace(/^每 1 (\D+)$/, "每$1");
}

/** Reorders a Chinese sentence of cronstrue. */
export function tidyChinese(text: string): string {
  const spelled = spelling.reduce((sentence, [wrong, right]) => sentence.replace(wrong, right), text);
  const [first = "", ...rest] = spelled.split(", ");
  const times = atTimes.exec(first)?.[1];
  return times === undefined ? [first, ...rest].join("，") : `${dateOf(rest)} ${times}`.trim();
}

/** "每月 1 号" and "仅于一月份" become "一月 1 号". */
function dateOf(clauses: string[]): string {
  const named = clauses.flatMap((clause) => months.exec(clause)?.[1] ?? []);
  const cycles = clauses.filter((clause) => /^每 \d+ 个月$/.test(clause));
  const days = clauses.filter((clause) => !months.test(clause) && !cycles.includes(clause))
    .map((clause) => clause.replace(/^仅/, "")).join("，");
  const month = [...cycles, ...named].join("，");
  if (named.length === 0 || !days.startsWith("每月")) {
    return [month, days].filter((part) => part !== "").join("，");
  }
  const day = days.replace(/^每月的?/, "");
  return month + (day.startsWith(" ") ? day : `的${day}`);
}
