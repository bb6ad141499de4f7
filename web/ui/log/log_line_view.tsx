import { type CSSProperties, memo, type ReactNode } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../class_names.ts";
import { type AnsiColour, type AnsiSpan, type AnsiStyle, plainText, readAnsi } from "./ansi.ts";
import { charactersOf, cutAtMarks, findMarks, type Mark } from "./find_marks.ts";

const foregrounds = [
  "text-ansi-black",
  "text-ansi-red",
  "text-ansi-green",
  "text-ansi-yellow",
  "text-ansi-blue",
  "text-ansi-magenta",
  "text-ansi-cyan",
  "text-ansi-white",
  "text-ansi-bright-black",
  "text-ansi-bright-red",
  "text-ansi-bright-green",
  "text-ansi-bright-yellow",
  "text-ansi-bright-blue",
  "text-ansi-bright-magenta",
  "text-ansi-bright-cyan",
  "text-ansi-bright-white",
];

// Darker than the text colors, so that text stays readable on them.
const backgrounds = [
  "bg-log-line",
  "bg-ansi-red/40",
  "bg-ansi-green/40",
  "bg-ansi-yellow/40",
  "bg-ansi-blue/40",
  "bg-ansi-magenta/40",
  "bg-ansi-cyan/40",
  "bg-ansi-white/40",
  "bg-ansi-bright-black/40",
  "bg-ansi-bright-red/50",
  "bg-ansi-bright-green/50",
  "bg-ansi-bright-yellow/50",
  "bg-ansi-bright-blue/50",
  "bg-ansi-bright-magenta/50",
  "bg-ansi-bright-cyan/50",
  "bg-ansi-bright-white/50",
];

const grounds = [
  "bg-ansi-black",
  "bg-ansi-red",
  "bg-ansi-green",
  "bg-ansi-yellow",
  "bg-ansi-blue",
  "bg-ansi-magenta",
  "bg-ansi-cyan",
  "bg-ansi-white",
  "bg-ansi-bright-black",
  "bg-ansi-bright-red",
  "bg-ansi-bright-green",
  "bg-ansi-bright-yellow",
  "bg-ansi-bright-blue",
  "bg-ansi-bright-magenta",
  "bg-ansi-bright-cyan",
  "bg-ansi-bright-white",
];

export interface LogLineProps {
  text: string;
  style: AnsiStyle;
  cut: number;
  number: number | null;
  wrap: boolean;
  /** When it was printed, short and exact; null when unknown, undefined hides the column. */
  time: string | null | undefined;
  exactTime: string | undefined;
  /** The search text; empty for none. */
  query: string;
  caseSensitive: boolean;
  /** The current match: its byte offset within the line and its text; null in other lines. */
  spotAt: number | null;
  spotText: string;
}

/** Renders one line of a log: its number, its time, its colored text, and how much of it is cut off. */
export const LogLineView = memo(function LogLineView(props: LogLineProps) {
  const { cut, number, wrap, time } = props;
  const { t, format } = useMessages();
  return (
    <>
      <span
        aria-hidden
        className="sticky start-0 z-1 flex shrink-0 bg-log-bg ps-3 pe-4 text-end text-log-muted select-none max-sm:ps-0"
      >
        {number !== null && <span className="min-w-11 max-sm:hidden">{number}</span>}
        {time !== undefined && <span title={props.exactTime} className="ms-3 w-16 tabular-nums">{time}</span>}
      </span>
      <span
        dir="ltr"
        className={classNames(
          "min-w-0 pe-4",
          wrap ? "break-all whitespace-pre-wrap" : "whitespace-pre",
        )}
      >
        <Text {...props} />
        {cut > 0 && (
          <span className="ms-2 inline-block rounded-sm bg-log-line px-1.5 text-log-muted select-none">
            {t("log.cut", { count: format.number(cut) })}
          </span>
        )}
      </span>
    </>
  );
});

function Text({ text, style, query, caseSensitive, spotAt, spotText }: LogLineProps): ReactNode {
  const { spans } = readAnsi(text, style);
  if (query === "" && spotAt === null) return spans.map((span, index) => <Span key={index} span={span} />);
  const marks = marksOf(text, { query, caseSensitive, spotAt, spotText });
  return cutAtMarks(spans, marks).map(({ mark, ...span }, index) =>
    mark ? <Marked key={index} span={span} current={mark.current} /> : <Span key={index} span={span} />
  );
}

function marksOf(
  raw: string,
  { query, caseSensitive, spotAt, spotText }: Pick<
    LogLineProps,
    "query" | "caseSensitive" | "spotAt" | "spotText"
  >,
): Mark[] {
  const line = plainText(raw);
  const marks = findMarks(line, { text: query, caseSensitive });
  if (spotAt === null) return marks;
  // Of several equal matches in the line, picks the one with the same number of matches before it.
  const before = plainText(raw.slice(0, charactersOf(raw, spotAt)));
  const exact = { text: spotText, caseSensitive: true };
  const spot = findMarks(line, exact)[findMarks(before, exact).length];
  if (!spot) return marks;
  return [...marks.filter(({ start, end }) => end <= spot.start || start >= spot.end), {
    ...spot,
    current: true,
  }]
    .sort((a, b) => a.start - b.start);
}

function Marked({ span, current }: { span: AnsiSpan; current: boolean }) {
  return (
    <mark
      data-current={current || undefined}
      className={classNames(
        "rounded-[2px]",
        current
          ? "bg-ansi-yellow text-log-bg outline-2 outline-ansi-yellow"
          : "bg-ansi-yellow/30 text-log-text",
      )}
    >
      {span.text}
    </mark>
  );
}

function Span({ span: { text, style } }: { span: AnsiSpan }): ReactNode {
  const { fg, bg, inverse } = style;
  if (Object.keys(style).length === 0) return text;
  // The palette's black is a gray that is readable on the dark background, but not on another color.
  const named = inverse
    ? inverseClass(fg)
    : [pick(foregrounds, bg !== undefined && fg === 0 ? undefined : fg), pick(backgrounds, bg)];
  return (
    <span
      style={coloursOf(style)}
      className={classNames(
        ...named,
        style.bold && "font-bold",
        style.dim && "opacity-65",
        style.italic && "italic",
        style.underline && "underline",
        style.strike && "line-through",
      )}
    >
      {text}
    </span>
  );
}

/** Colors without a name, as values; the content security policy allows them as properties. */
function coloursOf({ fg, bg, inverse }: AnsiStyle): CSSProperties {
  const [front, ground] = inverse ? [undefined, fg] : [fg, bg];
  return {
    ...(typeof front === "string" && { color: front }),
    ...(typeof ground === "string" && { backgroundColor: ground }),
  };
}

const inverseText = "text-log-bg";

function inverseClass(fg: AnsiColour | undefined): (string | undefined)[] {
  return [inverseText, typeof fg === "string" ? undefined : grounds[fg ?? 7]];
}

function pick(palette: readonly string[], colour: AnsiColour | undefined): string | undefined {
  return typeof colour === "number" ? palette[colour] : undefined;
}
