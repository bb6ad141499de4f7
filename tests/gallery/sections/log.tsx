import { LogFooterText } from "../../../web/shared/run/exit_status.tsx";
import { LogHeaderText } from "../../../web/shared/run/log_header_text.tsx";
import type { LogSource } from "../../../web/ui/log/log_source.ts";
import { LogView } from "../../../web/ui/log/log_view.tsx";
import { Example, Examples } from "../example.tsx";
import { samples } from "../messages.ts";

const colors = ["red", "green", "yellow", "blue", "magenta", "cyan"];
const lines = [
  "$ ./backup.sh --target /srv/backups",
  colors.map((name, at) => `\x1b[${31 + at}m${name}\x1b[0m`).join(" "),
  "\x1b[1mbold\x1b[0m \x1b[4munderlined\x1b[0m \x1b[41mon red\x1b[0m \x1b[92mbright green\x1b[0m",
  `copied ${"/srv/data/customers/region-north/".repeat(8)}orders.sqlite`,
  "\x1b[31mError: the disk is full\x1b[0m",
];

const ended = sourceOf(`${lines.join("\n")}\n`, true);
const live = sourceOf(`${lines.slice(0, 2).join("\n")}\n`, false);
const nothing = sourceOf("", true);
const waiting = sourceOf("", false);

export function LogSection() {
  const { states } = samples;
  return (
    <Examples>
      <Example name={states.ended} wide>
        <SampleLog source={ended} />
      </Example>
      <Example name={states.live} wide>
        <SampleLog source={live} live />
      </Example>
      <Example name={states.empty}>
        <SampleLog source={nothing} />
      </Example>
      <Example name={states.loading}>
        <SampleLog source={waiting} live />
      </Example>
    </Examples>
  );
}

function SampleLog({ source, live = false }: { source: LogSource; live?: boolean }) {
  const { logLabel, logEmpty, logRemoved } = samples;
  return (
    <div className="flex h-80 flex-col overflow-hidden rounded-md">
      <LogView
        source={source}
        label={logLabel}
        download={{ href: "#log", name: "backup.log" }}
        emptyText={logEmpty}
        removedText={logRemoved}
        live={live}
        footer={(footer) => <LogFooterText footer={footer} run={undefined} />}
        header={(time) => <LogHeaderText time={time} run={undefined} />}
      />
    </div>
  );
}

/** Returns a log that never changes; `complete` says whether the page may expect more. */
function sourceOf(text: string, complete: boolean): LogSource {
  const all = new TextEncoder().encode(text);
  const read = (start: number, end: number) =>
    Promise.resolve({
      ...{ bytes: all.slice(start, end), offset: start, size: all.length, complete },
      ...{ generation: 0, gap: null, removed: false },
    });
  return {
    read,
    readLast: (length) => read(Math.max(0, all.length - length), all.length),
    follow(_start, { onEnd }) {
      if (complete) onEnd({ size: all.length, generation: 0, moved: null });
      return () => {};
    },
  };
}
