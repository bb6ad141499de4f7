import type { FileChange } from "../../../../server/contract/subscriptions.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { ChangeKind } from "./change_kind.tsx";

/** One file that comes, changes or goes; its name leads to what changes in it. */
export function FileLine({ file, onShow }: { file: FileChange; onShow: () => void }) {
  const { t, format } = useMessages();
  const { kind, path, size } = file;
  return (
    <li className="flex min-h-8 items-center gap-3 px-3 text-sm max-sm:min-h-11">
      <ChangeKind kind={kind} />
      <button
        type="button"
        title={path}
        aria-label={t("subscriptions.diffShow", { path })}
        onClick={onShow}
        className="min-w-0 flex-1 truncate text-start font-mono text-xs text-accent-text hover:underline max-sm:min-h-11"
      >
        {path}
      </button>
      {kind !== "removed" && (
        <span className="text-xs whitespace-nowrap text-faint tabular-nums">{format.bytes(size)}</span>
      )}
    </li>
  );
}
