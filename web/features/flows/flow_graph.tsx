import { useMemo } from "react";
import { Link } from "wouter";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../../ui/class_names.ts";
import { StatusDot } from "../../ui/data/status_dot.tsx";
import { arrange, boxHeight, boxWidth, type Line } from "./arrange.ts";
import type { StateStyle } from "./flow_texts.ts";

type LineKind = "followed" | "open" | "dashed";

/** A task as a box of the graph. */
export interface GraphTask {
  id: number;
  name: string;
  /** Null for a deleted task. */
  href: string | null;
  /** Whether what its link leads to is open beside the graph. */
  isCurrent?: boolean;
  state: StateStyle;
  /** Lines from the tasks before it. */
  links: readonly { from: number; line: LineKind }[];
}

/** Draws tasks from left to right. The list beside it says the same. */
export default function FlowGraph(
  { tasks, onOpen, replace = false }: {
    tasks: readonly GraphTask[];
    /** Called with the link of a task that is followed. */
    onOpen?: (link: HTMLElement) => void;
    /** Whether links add no history entry. */
    replace?: boolean;
  },
) {
  const { t } = useMessages();
  // Only what is linked moves the boxes, not the states.
  const shape = JSON.stringify(
    tasks.map(({ id, links }) => [id, ...links.map(({ from }) => from)]),
  );
  const { boxes, lines, width, height } = useMemo(() => arrange(JSON.parse(shape) as number[][]), [shape]);
  const kinds = new Map(
    tasks.flatMap(({ id, links }) => links.map(({ from, line }) => [`${from} ${id}`, line])),
  );
  return (
    <div
      role="group"
      aria-label={t("flows.graph")}
      className="max-h-[60dvh] overflow-auto rounded-md border border-line bg-surface"
      // The layout runs from left to right in every language.
      dir="ltr"
    >
      <div className="relative mx-auto" style={{ width, height }}>
        <svg width={width} height={height} aria-hidden className="absolute inset-0">
          {[...Map.groupBy(lines, ({ from, to }) => kinds.get(`${from} ${to}`) ?? "open")].map((
            [kind, ofKind],
          ) => <LinesOf key={kind} kind={kind} lines={ofKind} />)}
        </svg>
        {tasks.map(({ id, name, href, isCurrent = false, state: { label, ...style } }) => {
          const box = boxes.get(id);
          if (!box) return null;
          const shape = {
            className: classNames(
              "absolute flex flex-col justify-center gap-0.5 rounded-md border bg-surface px-3 text-sm [content-visibility:auto]",
              style.tone === "danger" ? "border-danger" : "border-line-strong",
              isCurrent && "outline-2 outline-accent",
              href !== null && "hover:bg-hover",
            ),
            style: {
              left: box.x - boxWidth / 2,
              top: box.y - boxHeight / 2,
              width: boxWidth,
              height: boxHeight,
            },
          };
          const content = (
            <>
              <span className="truncate font-medium">{name}</span>
              <span className="text-xs">
                <StatusDot {...style}>{t(label)}</StatusDot>
              </span>
            </>
          );
          return href === null ? <div key={id} title={name} {...shape}>{content}</div> : (
            <Link
              key={id}
              href={href}
              title={name}
              aria-current={isCurrent || undefined}
              onClick={({ currentTarget }) => onOpen?.(currentTarget)}
              {...{ replace, ...shape }}
            >
              {content}
            </Link>
          );
        })}
      </div>
    </div>
  );
}

/** Draws all lines of a kind as one shape: there may be thousands. */
function LinesOf({ kind, lines }: { kind: LineKind; lines: readonly Line[] }) {
  return (
    <g className={kind === "followed" ? "text-success" : "text-faint"}>
      <path
        d={lines.map(({ path }) => path).join("")}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeDasharray={kind === "dashed" ? "4 4" : undefined}
      />
      <path d={lines.map(({ tip }) => tip).join("")} fill="currentColor" />
    </g>
  );
}
