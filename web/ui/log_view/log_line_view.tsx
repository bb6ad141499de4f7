import { type CSSProperties, memo, type ReactNode } from "react";
import { useWords } from "../../words/use_words.tsx";
import { classNames } from "../class_names.ts";
import { type AnsiColour, type AnsiSpan, type AnsiStyle, readAnsi } from "./ansi.ts";

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

// Darker than the text colours, so that text is read on them.
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
}

/** One line of a log: its number, its text in its colours, and how much of it is not shown. */
export const LogLineView = memo(function LogLineView({ text, style, cut, number, wrap }: LogLineProps) {
  const { t, format } = useWords();
  return (
    <>
      <span
        aria-hidden
        className={classNames(
          "sticky start-0 z-1 shrink-0 bg-log-bg pe-4 text-end text-log-muted select-none",
          number === null ? "w-4" : "w-16 max-sm:w-4 max-sm:text-transparent",
        )}
      >
        {number}
      </span>
      <span
        dir="ltr"
        className={classNames(
          "min-w-0 pe-4",
          wrap ? "break-all whitespace-pre-wrap" : "whitespace-pre",
        )}
      >
        {readAnsi(text, style).spans.map((span, index) => <Span key={index} span={span} />)}
        {cut > 0 && (
          <span className="ms-2 inline-block rounded-sm bg-log-line px-1.5 text-log-muted select-none">
            {t("log.cut", { count: format.number(cut) })}
          </span>
        )}
      </span>
    </>
  );
});

function Span({ span: { text, style } }: { span: AnsiSpan }): ReactNode {
  const { fg, bg, inverse } = style;
  if (Object.keys(style).length === 0) return text;
  // The palette's black is a grey that is read on the dark ground, not on another colour.
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

/** Colours that have no name, as values; the policy of the page allows them as properties. */
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
