import { ArrowDownToLine, ArrowUpToLine, Check, Copy, Download, WrapText } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { useWords } from "../../words/use_words.tsx";
import { classNames } from "../class_names.ts";
import { copyText } from "../copy_text.ts";
import { Tooltip } from "../tooltip.tsx";
import { plainText } from "./ansi.ts";
import type { LogLoader, LogState } from "./log_loader.ts";

interface LogToolbarProps {
  loader: LogLoader;
  state: LogState;
  start: ReactNode;
  download: { href: string; name: string };
  wrap: boolean;
  following: boolean;
  onWrap: (wrap: boolean) => void;
  toStart: () => void;
  toEnd: () => void;
}

/** What can be done with a log, above its lines. */
export function LogToolbar(
  { loader, state, start, download, wrap, following, onWrap, toStart, toEnd }: LogToolbarProps,
) {
  const { t, format } = useWords();
  return (
    <div
      role="toolbar"
      aria-label={t("log.toolbar")}
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-1 border-y border-log-line px-2 text-xs text-log-muted icon-stroke"
    >
      <div className="flex min-w-0 flex-1 items-center gap-3 ps-2">
        {start}
        {state.size > 0 && <span className="tabular-nums whitespace-nowrap">{format.bytes(state.size)}</span>}
      </div>
      <ToolButton
        label={t("log.follow")}
        icon={<ArrowDownToLine size={16} />}
        pressed={following && state.atEnd}
        onClick={toEnd}
      />
      <ToolButton
        label={t("log.wrap")}
        icon={<WrapText size={16} />}
        pressed={wrap}
        onClick={() => onWrap(!wrap)}
      />
      <ToolButton label={t("log.toStart")} icon={<ArrowUpToLine size={16} />} onClick={toStart} />
      <CopyLines loader={loader} />
      <Tooltip text={t("log.download")}>
        <a
          href={download.href}
          download={download.name}
          aria-label={t("log.download")}
          className={toolClass(false)}
        >
          <Download size={16} aria-hidden />
        </a>
      </Tooltip>
    </div>
  );
}

function toolClass(pressed: boolean): string {
  return classNames(
    "inline-flex size-8 shrink-0 items-center justify-center rounded-md transition-colors duration-100 touch:size-11",
    pressed ? "bg-log-line text-log-text" : "hover:bg-log-line hover:text-log-text",
  );
}

function ToolButton(
  { label, icon, pressed, ...rest }:
    & { label: string; icon: ReactNode; pressed?: boolean }
    & ComponentProps<"button">,
) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-pressed={pressed}
        className={toolClass(pressed ?? false)}
      >
        {icon}
      </button>
    </Tooltip>
  );
}

const mostCopied = 20_000;

/** Copies the lines that are loaded, the last of them when they are many. */
function CopyLines({ loader }: { loader: LogLoader }) {
  const { t } = useWords();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => void copyText(linesOf(loader)).then(() => setCopied(true));
  return (
    <ToolButton
      label={copied ? t("ui.copied") : t("log.copy")}
      icon={copied ? <Check size={16} /> : <Copy size={16} />}
      onClick={copy}
    />
  );
}

function linesOf({ buffer }: LogLoader): string {
  const from = Math.max(0, buffer.count - mostCopied);
  return Array.from(
    { length: buffer.count - from },
    (_, index) => plainText(buffer.line(from + index)?.text ?? ""),
  )
    .join("\n");
}
