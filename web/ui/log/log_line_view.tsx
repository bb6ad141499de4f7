import { ChevronRight, CircleAlert, TriangleAlert } from "../icons/icons.ts";
import { type CSSProperties, memo, type ReactNode } from "react";
import { type LogLevel, logLevelOf } from "../../../server/contract/log_terms.ts";
import {
  type AnsiColour,
  type AnsiSpan,
  type AnsiStyle,
  plain,
  readAnsi,
} from "../../../server/contract/log_text/ansi.ts";
import { visibleRows, visibleText, writtenAt } from "../../../server/contract/log_text/visible_text.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../class_names.ts";
import { findLinks, type LogLink } from "./find_links.ts";
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
  /** For the title of a group. */
  fold?: LineFold | undefined;
}

/** A group of lines that its title folds and unfolds. */
export interface LineFold {
  folded: boolean;
  count: string;
  toggle(): void;
}

const tints: Record<LogLevel, string> = { error: "bg-log-error", warning: "bg-log-warning" };

/**
 * Renders one line of a log: its number, its time, its colored text, and how much of it is cut off. Lines that look like an
 * error or a warning are tinted.
 */
export const LogLineView = memo(function LogLineView(props: LogLineProps) {
  const { text, cut, number, wrap, time, fold } = props;
  const { t, format } = useMessages();
  const level = logLevelOf(visibleText(text));
  return (
    <div
      data-level={level ?? undefined}
      className={classNames("flex grow", level ? tints[level] : "bg-log-bg")}
    >
      <span
        aria-hidden
        className="sticky start-0 z-1 flex shrink-0 bg-inherit ps-3 pe-4 text-end text-log-muted select-none max-sm:ps-0"
      >
        {number !== null && <span className="min-w-11 max-sm:hidden">{number}</span>}
        {time !== undefined && <span title={props.exactTime} className="ms-3 w-16 tabular-nums">{time}</span>}
        {level && <LevelIcon level={level} />}
      </span>
      <span
        dir="ltr"
        className={classNames(
          "min-w-0 pe-4",
          wrap ? "break-all whitespace-pre-wrap" : "whitespace-pre",
        )}
      >
        {fold ? <FoldTitle fold={fold}>{textOf(props)}</FoldTitle> : textOf(props)}
        {cut > 0 && (
          <span className="ms-2 inline-block rounded-sm bg-log-line px-1.5 text-log-muted select-none">
            {t("log.cut", { count: format.number(cut) })}
          </span>
        )}
      </span>
    </div>
  );
});

function LevelIcon({ level }: { level: LogLevel }) {
  const Icon = level === "error" ? CircleAlert : TriangleAlert;
  return (
    <Icon
      size={11}
      className={classNames(
        "absolute end-0.5 top-1",
        level === "error" ? "text-ansi-red" : "text-ansi-yellow",
      )}
    />
  );
}

function FoldTitle({ fold: { folded, count, toggle }, children }: { fold: LineFold; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-expanded={!folded}
      onClick={toggle}
      className="inline-flex max-w-full items-start rounded-sm pe-1 text-start font-semibold hover:bg-log-line touch:min-h-6"
    >
      <ChevronRight
        size={14}
        className={classNames(
          "mt-[3px] me-0.5 shrink-0 transition-transform duration-100",
          folded ? "rtl:rotate-180" : "rotate-90",
        )}
      />
      <span>{children}</span>
      {folded && <span className="ms-3 shrink-0 font-sans font-normal text-log-muted">{count}</span>}
    </button>
  );
}

function textOf({ text, style, query, caseSensitive, spotAt, spotText, fold }: LogLineProps): ReactNode {
  const spans = spansOf(text, style);
  const plainText = spans.map((span) => span.text).join("");
  const isMarked = query !== "" || spotAt !== null;
  // A button, as the title of a group is, must not contain links.
  const links = fold ? [] : findLinks(plainText);
  if (!isMarked && links.length === 0) return spans.map((span, index) => <Span key={index} span={span} />);
  const marks = isMarked ? marksOf(text, plainText, { query, caseSensitive, spotAt, spotText }) : [];
  return byLink(cutAtMarks(spans, marks, links)).map(({ link, pieces }, index) => {
    const content = pieces.map(({ mark, ...span }, at) =>
      mark ? <Marked key={at} span={span} current={mark.current} /> : <Span key={at} span={span} />
    );
    return link ? <Linked key={index} href={link.href}>{content}</Linked> : content;
  });
}

// A row of a line that moved the cursor is rendered as a line.
function spansOf(text: string, style: AnsiStyle): AnsiSpan[] {
  const { rows } = readAnsi(text, style);
  return rows.flatMap((spans, index) => index === 0 ? spans : [{ text: "\n", style: plain }, ...spans]);
}

type Piece = AnsiSpan & { mark?: Mark; link?: LogLink };

/** Joins successive pieces of the same link. */
function byLink(pieces: readonly Piece[]): { link: LogLink | undefined; pieces: AnsiPiece[] }[] {
  const groups: { link: LogLink | undefined; pieces: AnsiPiece[] }[] = [];
  for (const { link, ...piece } of pieces) {
    const last = groups.at(-1);
    if (last && last.link === link) last.pieces.push(piece);
    else groups.push({ link, pieces: [piece] });
  }
  return groups;
}

type AnsiPiece = Omit<Piece, "link">;

function Linked({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="underline decoration-log-muted underline-offset-2 hover:decoration-current"
    >
      {children}
    </a>
  );
}

function marksOf(
  raw: string,
  plainText: string,
  { query, caseSensitive, spotAt, spotText }: Pick<
    LogLineProps,
    "query" | "caseSensitive" | "spotAt" | "spotText"
  >,
): Mark[] {
  const marks = findMarks(plainText, { text: query, caseSensitive });
  if (spotAt === null) return marks;
  const rows = visibleRows(raw);
  const at = charactersOf(raw, spotAt);
  const equal = findMarks(plainText, { text: spotText, caseSensitive: true });
  // In a line that was shortened, positions are no longer known.
  const spot = equal.find(({ start }) => writtenAt(rows, start) === at) ?? equal[0];
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
