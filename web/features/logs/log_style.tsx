import { FileText } from "lucide-react";
import type { Messages } from "../../messages/create_messages.ts";
import { runStateStyles } from "../../shared/run/run_state.tsx";
import { toneDot } from "../../ui/tones.ts";
import { classNames } from "../../ui/class_names.ts";
import { FolderIcon, LinkIcon, SpecialIcon } from "../../ui/data/tree/file_icon.tsx";
import type { TreeStyle } from "../../ui/data/tree/tree_line.tsx";
import { type LogItem, nameOf, timeOfName } from "./log_items.ts";

/** How a log or a folder looks in the tree: a log with the state of its run, a folder with its task. */
export function logStyle(item: LogItem, expanded: boolean, messages: Messages): TreeStyle {
  const { t, format } = messages;
  const size = item.size === null ? "" : format.bytes(item.size);
  switch (item.kind) {
    case "folder":
      return {
        icon: <FolderIcon open={expanded} />,
        label: <FolderLabel item={item} />,
        output: item.taskName ?? undefined,
      };
    case "link":
      return { icon: <LinkIcon folder={false} />, reason: t("logs.link"), output: t("logs.link") };
    case "special":
      return { icon: <SpecialIcon />, reason: t("logs.special"), output: t("logs.special") };
    case "file": {
      const state = item.state ? t(runStateStyles[item.state].word) : "";
      const isTimed = timeOfName(nameOf(item.path)) !== null;
      const at = item.modifiedAt && !isTimed ? format.relative(item.modifiedAt, Date.now()) : "";
      const aside = [at, size].filter(Boolean).join(" · ");
      return {
        icon: <StateIcon item={item} />,
        label: <span className="tabular-nums">{item.name}</span>,
        trailing: <Aside text={aside} />,
        output: [aside, state].filter(Boolean).join(", ") || undefined,
      };
    }
    default:
      return item.kind satisfies never;
  }
}

function FolderLabel({ item }: { item: LogItem }) {
  return (
    <>
      {item.name}
      {item.taskName && item.taskName !== item.name && (
        <span className="ms-2 text-xs text-faint">
          <Aside text={item.taskName} />
        </span>
      )}
    </>
  );
}

/** Set apart by a space, so that the name that is read aloud holds what is to be seen. */
function Aside({ text }: { text: string }) {
  return <span className="tabular-nums">{` ${text}`}</span>;
}

function StateIcon({ item }: { item: LogItem }) {
  if (!item.state) return <FileText size={16} aria-hidden />;
  const { tone, pulse } = runStateStyles[item.state];
  return (
    <span className="flex size-4 items-center justify-center">
      <span
        aria-hidden
        className={classNames("size-2 rounded-full", toneDot[tone], pulse && "animate-pulse")}
      />
    </span>
  );
}
