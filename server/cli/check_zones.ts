// Checks by which rules of time zones the panel and the commands of its tasks tell the time.
import process from "node:process";
import { timeZones } from "../contract/cron/zone.ts";
import type { Language } from "../contract/settings.ts";
import { readZone } from "../platform/zones/machine_zones.ts";
import { NewestZoneRules } from "../platform/zones/zone_rules.ts";

export interface ZoneCheck {
  detail: string;
  /** What to do about it; null when all is well. */
  repair: string | null;
}

/** Checks the rules of time zones. `tzdir` is the value of `TZDIR`. */
export function checkZones(now: number, language: Language, tzdir = process.env["TZDIR"]): ZoneCheck {
  const text = messages[language];
  const rules = NewestZoneRules.open({ tzdir }).details(now);
  const { source, folder, machineRelease, runtimeRelease, warning } = rules;
  const release = rules.release ?? text.unknown;
  if (source === "runtime") {
    const detail = text.ofRuntime(release);
    if (machineRelease === null) {
      return { detail: `${detail}${text.and}${text.none(folder)}`, repair: text.install };
    }
    const both = machineRelease === runtimeRelease
      ? detail
      : `${detail}${text.and}${text.also(folder, machineRelease)}`;
    return { detail: both, repair: warning === null ? null : text.renew };
  }
  const other = runtimeRelease ?? text.unknown;
  const detail = text.ofMachine(release, folder, other);
  const unreadable = timeZones().filter((zone) => !isReadable(folder, zone));
  if (unreadable.length > 0) {
    const some = unreadable.slice(0, 3).join(", ");
    return {
      detail: `${detail}${text.and}${text.unreadable(unreadable.length, some, other)}`,
      repair: text.reinstall,
    };
  }
  return { detail, repair: warning === null ? null : text.renew };
}

function isReadable(folder: string, zone: string): boolean {
  try {
    readZone(folder, zone);
    return true;
  } catch {
    return false;
  }
}

const en = {
  unknown: "unknown release",
  and: "; ",
  ofMachine: (release: string, folder: string, runtime: string) =>
    `${release}, of ${folder} (built in: ${runtime})`,
  ofRuntime: (release: string) => `${release}, built in`,
  also: (folder: string, release: string) =>
    `commands use ${folder} (${release}) and may see other local times`,
  none: (folder: string) => `no zone files in ${folder}: commands see UTC`,
  unreadable: (count: number, some: string, runtime: string) =>
    `${count} zone files cannot be read (${some}…): ${runtime} is used for them`,
  renew:
    "newer rules exist, as root: apt-get update && apt-get install tzdata; the panel follows within an hour",
  install: "as root: apt-get update && apt-get install tzdata",
  reinstall: "as root: apt-get install --reinstall tzdata",
};

const zh: typeof en = {
  unknown: "版本未知",
  and: "；",
  ofMachine: (release, folder, runtime) => `${release}，来自 ${folder}（内置：${runtime}）`,
  ofRuntime: (release) => `${release}，内置`,
  also: (folder, release) => `命令使用 ${folder}（${release}），看到的当地时间可能不同`,
  none: (folder) => `${folder} 中没有时区文件：命令看到的是 UTC 时间`,
  unreadable: (count, some, runtime) => `${count} 个时区文件无法读取（${some}…）：这些时区使用 ${runtime}`,
  renew: "已有更新的规则，请以 root 运行：apt-get update && apt-get install tzdata；面板会在一小时内采用",
  install: "请以 root 运行：apt-get update && apt-get install tzdata",
  reinstall: "请以 root 运行：apt-get install --reinstall tzdata",
};

const messages: Record<Language, typeof en> = { en, zh };
