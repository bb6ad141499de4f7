// How programs request the address of a heartbeat. The work stands for the user's own command.
const work = "/usr/local/bin/backup";

export const exampleKinds = ["curl", "wget", "powershell", "crontab", "systemd", "sundial"] as const;
export type ExampleKind = (typeof exampleKinds)[number];

/** Names of programs, the same in every language. */
export const exampleNames: Record<ExampleKind, string> = {
  curl: "curl",
  wget: "wget",
  powershell: "PowerShell",
  crontab: "crontab",
  systemd: "systemd",
  sundial: "sundial watch",
};

/**
 * Returns a snippet that pings an address. With `isPost`, it does so by POST; `schedule` is the cron expression of the
 * heartbeat, if it has one.
 */
export function exampleOf(
  kind: ExampleKind,
  address: string,
  { isPost, schedule }: { isPost: boolean; schedule: string | null },
): string {
  const post = isPost ? "-X POST " : "";
  const curl = `curl -fsS -m 10 --retry 3 -o /dev/null ${post}${address}`;
  switch (kind) {
    case "curl":
      return curl;
    case "wget":
      return `wget -q -T 10 -t 3 -O /dev/null ${isPost ? "--post-data= " : ""}${address}`;
    case "powershell":
      return `Invoke-RestMethod -TimeoutSec 10 ${isPost ? "-Method Post " : ""}-Uri ${address}`;
    case "crontab":
      return `${crontabRule(schedule)} ${work}; ${curl}/$?`;
    case "systemd":
      return [
        "[Service]",
        "Type=oneshot",
        `ExecStartPre=-${curl}/start`,
        `ExecStart=${work}`,
        `ExecStopPost=-${curl}/\${EXIT_STATUS}`,
      ].join("\n");
    case "sundial":
      return `sundial watch --heartbeat ${address} -- ${work}`;
  }
}

/** A crontab knows five fields and no `H` or `L`. */
function crontabRule(schedule: string | null): string {
  const isPlain = schedule !== null && /^[\d*,/-]+(\s+[\d*,/-]+){4}$/.test(schedule.trim());
  return isPlain ? schedule.trim() : "0 3 * * *";
}
