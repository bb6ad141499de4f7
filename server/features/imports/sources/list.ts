// The programs that data can be imported from, the most specific ones first. One line per source.
import type { ImportSource } from "../import_content.ts";
import { cronicleSource } from "./cronicle.ts";
import { crontabSource } from "./crontab.ts";
import { qinglongSource } from "./qinglong/source.ts";
import { systemdSource } from "./systemd.ts";

/** Returns the sources; `shell` runs the panel's commands. */
export function importSourceList({ shell }: { shell: string }): ImportSource[] {
  return [qinglongSource, cronicleSource, systemdSource, crontabSource({ shell })];
}
