// Ready-made commands that a new task can start with.
import { quoteWord } from "../../../../../server/contract/quote_word.ts";
import type { MessageKey } from "../../../../messages/messages.ts";

/** What a sample asks for. */
export interface SampleField {
  /** Its place in the command is `{name}`. */
  name: string;
  label: MessageKey;
  /** An example, which is used unless something else is typed. */
  initial: string;
  /** `word` becomes one word of the shell, `command` is part of the command as it is. */
  type: "word" | "number" | "command";
}

export interface Sample {
  id: string;
  title: MessageKey;
  text: MessageKey;
  /** Programs that must be installed where the task runs. */
  needs: readonly string[];
  fields: readonly SampleField[];
  /** Names of the variables that the command reads, which are stored as secrets. */
  secrets: readonly string[];
  command: string;
  rule: string;
  /** The rule for a task that leaves out the days off of a calendar; without it, none is offered. */
  calendarRule?: string;
  /** Up to how long a run waits, so that many panels do not ask at the same moment, in ms. */
  randomDelayMs?: number;
}

const word = (name: string, label: MessageKey, initial: string): SampleField => ({
  name,
  label,
  initial,
  type: "word",
});
const number = (name: string, label: MessageKey, initial: string): SampleField => ({
  ...{ name, label, initial },
  type: "number",
});

export const samples: readonly Sample[] = [
  {
    id: "http",
    title: "taskSamples.http",
    text: "taskSamples.httpText",
    needs: ["curl"],
    fields: [word("url", "taskSamples.url", "https://example.com/health")],
    secrets: [],
    command: `curl -fsS --max-time 30 -o /dev/null -w '%{http_code} in %{time_total} s\\n' {url}`,
    rule: "*/5 * * * *",
  },
  {
    id: "certificate",
    title: "taskSamples.certificate",
    text: "taskSamples.certificateText",
    needs: ["openssl"],
    fields: [word("host", "taskSamples.host", "example.com"), number("days", "taskSamples.daysLeft", "14")],
    secrets: [],
    command: `echo | openssl s_client -servername {host} -connect {host}:443 2>/dev/null |
  openssl x509 -noout -subject -enddate -checkend $(({days} * 86400))`,
    rule: "0 8 * * *",
  },
  {
    id: "disk",
    title: "taskSamples.disk",
    text: "taskSamples.diskText",
    needs: ["df", "awk"],
    fields: [word("folder", "taskSamples.folder", "/"), number("percent", "taskSamples.percent", "90")],
    secrets: [],
    command: `df -P {folder} |
  awk 'NR == 2 { print $5 " used on " $6; exit ($5 + 0 >= {percent}) }'`,
    rule: "0 * * * *",
  },
  {
    id: "postgres",
    title: "taskSamples.postgres",
    text: "taskSamples.dumpText",
    needs: ["pg_dump"],
    fields: [
      word("database", "taskSamples.database", "postgres://backup@localhost/shop"),
      word("folder", "taskSamples.dumpFolder", "/var/backups/postgres"),
      number("days", "taskSamples.daysKept", "14"),
    ],
    secrets: ["PGPASSWORD"],
    command: `set -e
mkdir -p {folder}
pg_dump --format=custom --file={folder}/"$(date +%F)".dump.part {database}
mv {folder}/"$(date +%F)".dump.part {folder}/"$(date +%F)".dump
find {folder} -name '*.dump' -mtime +{days} -print -delete`,
    rule: "0 3 * * *",
  },
  {
    id: "mysql",
    title: "taskSamples.mysql",
    text: "taskSamples.dumpText",
    needs: ["mysqldump", "gzip"],
    fields: [
      word("database", "taskSamples.databaseName", "shop"),
      word("user", "taskSamples.user", "backup"),
      word("folder", "taskSamples.dumpFolder", "/var/backups/mysql"),
      number("days", "taskSamples.daysKept", "14"),
    ],
    secrets: ["MYSQL_PWD"],
    command: `set -e
mkdir -p {folder}
mysqldump --single-transaction --user={user} --result-file={folder}/"$(date +%F)".sql {database}
gzip -f {folder}/"$(date +%F)".sql
find {folder} -name '*.sql.gz' -mtime +{days} -print -delete`,
    rule: "0 3 * * *",
  },
  {
    id: "restic",
    title: "taskSamples.restic",
    text: "taskSamples.resticText",
    needs: ["restic"],
    fields: [
      word("repository", "taskSamples.repository", "/mnt/backup"),
      word("folder", "taskSamples.folder", "/home"),
      number("days", "taskSamples.daysKept", "14"),
    ],
    secrets: ["RESTIC_PASSWORD"],
    command: `set -e
restic --repo {repository} backup {folder}
restic --repo {repository} forget --keep-daily {days} --prune`,
    rule: "30 2 * * *",
  },
  {
    id: "workingDays",
    title: "taskSamples.workingDays",
    text: "taskSamples.workingDaysText",
    needs: ["tar", "find"],
    fields: [
      word("folder", "taskSamples.folder", "/srv/files"),
      word("archives", "taskSamples.archives", "/var/backups/files"),
      number("days", "taskSamples.daysKept", "14"),
    ],
    secrets: [],
    command: `set -e
mkdir -p {archives}
tar -czf {archives}/"$(date +%F)".tar.gz.part -C {folder} .
mv {archives}/"$(date +%F)".tar.gz.part {archives}/"$(date +%F)".tar.gz
find {archives} -name '*.tar.gz' -mtime +{days} -print -delete`,
    rule: "0 20 * * 1-5",
    calendarRule: "0 20 * * *",
  },
  {
    id: "monthEnd",
    title: "taskSamples.monthEnd",
    text: "taskSamples.monthEndText",
    needs: ["tar"],
    fields: [
      word("folder", "taskSamples.folder", "/srv/accounts"),
      word("archives", "taskSamples.archives", "/var/backups/accounts"),
    ],
    secrets: [],
    command: `set -e
mkdir -p {archives}
tar -czf {archives}/"$(date +%Y-%m)".tar.gz.part -C {folder} .
mv {archives}/"$(date +%Y-%m)".tar.gz.part {archives}/"$(date +%Y-%m)".tar.gz`,
    rule: "@workday last 18:00",
    calendarRule: "@workday last 18:00",
  },
  {
    id: "s3",
    title: "taskSamples.s3",
    text: "taskSamples.s3Text",
    needs: ["aws"],
    fields: [
      word("folder", "taskSamples.folder", "/srv/files"),
      word("bucket", "taskSamples.bucket", "s3://example-bucket/files"),
    ],
    secrets: ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"],
    command: `aws s3 sync --no-progress {folder} {bucket}`,
    rule: "0 4 * * *",
  },
  {
    id: "git",
    title: "taskSamples.git",
    text: "taskSamples.gitText",
    needs: ["git"],
    fields: [
      word("folder", "taskSamples.checkout", "/srv/site"),
      { name: "build", label: "taskSamples.build", initial: "npm ci && npm run build", type: "command" },
    ],
    secrets: [],
    command: `set -e
cd {folder}
git pull --ff-only
{build}`,
    rule: "*/15 * * * *",
  },
  {
    id: "signIn",
    title: "taskSamples.signIn",
    text: "taskSamples.signInText",
    needs: ["curl"],
    fields: [word("url", "taskSamples.url", "https://example.com/api/sign-in")],
    secrets: ["SIGN_IN_TOKEN"],
    // Not an argument, which other users of the machine could read.
    command: `printf 'header = "Authorization: Bearer %s"\\n' "$SIGN_IN_TOKEN" |
  curl -fsS --max-time 60 --config - -X POST {url}`,
    rule: "30 8 * * *",
    randomDelayMs: 30 * 60_000,
  },
  {
    id: "oldFiles",
    title: "taskSamples.oldFiles",
    text: "taskSamples.oldFilesText",
    needs: ["find"],
    fields: [
      word("folder", "taskSamples.folder", "/var/tmp/uploads"),
      number("days", "taskSamples.daysKept", "30"),
    ],
    secrets: [],
    command: `find {folder} -type f -mtime +{days} -print -delete`,
    rule: "15 4 * * *",
  },
];

/** Returns the command of a sample with what was typed for its fields. */
export function commandOfSample(
  { command, fields }: Sample,
  values: Readonly<Record<string, string>>,
): string {
  const places = new Map(fields.map(({ name, type }) => {
    const value = (values[name] ?? "").trim();
    return [`{${name}}`, type === "word" ? quoteWord(value) : value];
  }));
  return command.replace(/\{[a-z]+\}/g, (place) => places.get(place) ?? place);
}
