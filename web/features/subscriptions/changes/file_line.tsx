import { Link } from "wouter";
import type { FileChange } from "../../../../server/contract/subscriptions.ts";
import { paths } from "../../../paths.ts";
import { useWords } from "../../../words/use_words.tsx";
import { ChangeKind } from "./change_kind.tsx";

/** One file that comes, changes or goes; one that is there now leads to what is in it. */
export function FileLine({ file, alias }: { file: FileChange; alias: string | undefined }) {
  const { t, format } = useWords();
  const { kind, path, size } = file;
  const there = alias !== undefined && kind !== "added";
  return (
    <li className="flex min-h-8 items-center gap-3 px-3 text-sm">
      <ChangeKind kind={kind} />
      <span className="min-w-0 flex-1 truncate font-mono text-xs" title={path}>
        {there
          ? (
            <Link
              href={paths.scripts(`${alias}/${path}`)}
              aria-label={t("subscriptions.compareFile", { path })}
              className="text-accent-text hover:underline"
            >
              {path}
            </Link>
          )
          : path}
      </span>
      {kind !== "removed" && (
        <span className="text-xs whitespace-nowrap text-faint tabular-nums">{format.bytes(size)}</span>
      )}
    </li>
  );
}
