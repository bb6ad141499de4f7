import {
  ArrowDownToLine,
  ArrowUpToLine,
  Check,
  CircleAlert,
  Clock,
  Copy,
  Download,
  Maximize2,
  Minimize2,
  Search,
  WrapText,
} from "../icons/icons.ts";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { visibleLines } from "../../../server/contract/log_text/visible_text.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { Tooltip } from "../buttons/tooltip.tsx";
import type { LogLoader, LogState } from "./log_loader.ts";
import { useCopy } from "../inputs/copy_button.tsx";
import { classNames } from "../class_names.ts";

/** The toggles and actions of the toolbar; null for those the log does not support. */
export interface LogTools {
  search: { open: boolean; toggle(): void } | null;
  firstError: { busy: boolean; go(): void } | null;
  follow: { on: boolean; go(): void };
  wrap: { on: boolean; toggle(): void };
  times: { on: boolean; toggle(): void } | null;
  toStart(): void;
  fullScreen: { on: boolean; toggle(): void } | null;
}

interface LogToolbarProps {
  loader: LogLoader;
  state: LogState;
  start: ReactNode;
  download: { href: string; name: string };
  tools: LogTools;
}

export function LogToolbar({ loader, state, start, download, tools }: LogToolbarProps) {
  const { t, format } = useMessages();
  return (
    <div
      role="toolbar"
      aria-label={t("log.toolbar")}
      className="@container flex min-h-10 shrink-0 flex-wrap items-center gap-x-1 max-sm:gap-x-0 border-y border-log-line px-2 text-xs text-log-muted icon-stroke"
    >
      <div className="flex min-w-0 flex-1 items-center gap-3 ps-2">
        {start}
        {state.size > 0 && (
          <span className="tabular-nums whitespace-nowrap max-sm:hidden @max-sm:hidden">
            {format.bytes(state.size)}
          </span>
        )}
      </div>
      <FindTools tools={tools} />
      <ReadTools tools={tools} />
      <CopyLines loader={loader} />
      <Tooltip text={t("log.download")}>
        <a
          href={download.href}
          download={download.name}
          aria-label={t("log.download")}
          className={toolClass(false)}
        >
          <Download />
        </a>
      </Tooltip>
      {tools.fullScreen && (
        <ToolButton
          label={tools.fullScreen.on ? t("log.leaveFullScreen") : t("log.fullScreen")}
          icon={tools.fullScreen.on ? <Minimize2 /> : <Maximize2 />}
          onClick={tools.fullScreen.toggle}
          className="max-sm:hidden"
        />
      )}
    </div>
  );
}

function FindTools({ tools: { search, firstError } }: { tools: LogTools }) {
  const { t } = useMessages();
  return (
    <>
      {search && (
        <ToolButton
          label={t("log.searchKey")}
          icon={<Search />}
          pressed={search.open}
          onClick={search.toggle}
        />
      )}
      {firstError && (
        <ToolButton
          label={t("log.firstError")}
          icon={<CircleAlert />}
          disabled={firstError.busy}
          onClick={firstError.go}
        />
      )}
    </>
  );
}

function ReadTools({ tools: { follow, wrap, times, toStart } }: { tools: LogTools }) {
  const { t } = useMessages();
  return (
    <>
      <ToolButton
        label={t("log.follow")}
        icon={<ArrowDownToLine />}
        pressed={follow.on}
        onClick={follow.go}
      />
      <ToolButton label={t("log.toStart")} icon={<ArrowUpToLine />} onClick={toStart} />
      <ToolButton label={t("log.wrap")} icon={<WrapText />} pressed={wrap.on} onClick={wrap.toggle} />
      {times && (
        <ToolButton label={t("log.times")} icon={<Clock />} pressed={times.on} onClick={times.toggle} />
      )}
    </>
  );
}

const maxCopied = 20_000;

/** Copies the loaded lines, or the last of them when there are many. */
function CopyLines({ loader }: { loader: LogLoader }) {
  const { t } = useMessages();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copyText = useCopy();
  const copy = async () => setCopied(await copyText(linesOf(loader)));
  return (
    <ToolButton
      label={copied ? t("ui.copied") : t("log.copy")}
      icon={copied ? <Check /> : <Copy />}
      onClick={copy}
    />
  );
}

function linesOf({ buffer }: LogLoader): string {
  const from = Math.max(0, buffer.count - maxCopied);
  const lines = Array.from(
    { length: buffer.count - from },
    (_, index) => buffer.line(from + index)?.text ?? "",
  );
  return visibleLines(lines.join("\n")).join("\n");
}

function toolClass(pressed: boolean): string {
  return classNames(
    "inline-flex size-8 shrink-0 items-center justify-center rounded-md transition-colors duration-100 touch:size-11 max-sm:touch:w-10",
    "disabled:opacity-40",
    pressed ? "bg-log-line text-log-text" : "hover:bg-log-line hover:text-log-text",
  );
}

/** Renders a tool of the log: an icon with a name; `pressed` for a toggle. */
export function ToolButton(
  { label, icon, pressed, className, ...rest }:
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
        className={classNames(toolClass(pressed ?? false), className)}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
