import { Link } from "wouter";
import type { Health, WriteProblem } from "../../server/contract/health.ts";
import { queryKeys } from "../api/query_keys.ts";
import { usePermissions } from "../api/use_permissions.ts";
import { useApiQuery } from "../api/use_api.tsx";
import { paths } from "../paths.ts";
import { Callout } from "../ui/feedback/callout.tsx";
import type { MessageKey } from "../messages/messages.ts";
import { useMessages } from "../messages/use_messages.tsx";

interface Notice {
  title: MessageKey;
  help: MessageKey;
  /** Whether deleting data helps. */
  isFull: boolean;
}

const database = { help: "health.putBack", isFull: false } as const;
const disk = { help: "health.stillWorks", isFull: true } as const;

const notices: Record<WriteProblem, Notice> = {
  database_missing: { title: "health.databaseMissing", ...database },
  database_replaced: { title: "health.databaseReplaced", ...database },
  disk_read_only: { title: "health.diskReadOnly", help: "health.checkDisk", isFull: false },
  disk_full: { title: "health.diskFull", ...disk },
  inodes_full: { title: "health.inodesFull", ...disk },
};

const ways = [
  { needs: "logs:write", href: paths.logs, label: "health.freeLogs" },
  { needs: "administrator", href: paths.backups, label: "health.freeBackups" },
  { needs: "dependencies:write", href: paths.dependencies, label: "health.freePackages" },
] as const;

/** Shows on every page why changes are rejected and what still works; nothing while the panel is writable. */
export default function ReadOnlyBanner() {
  const { t } = useMessages();
  const may = usePermissions();
  const { data } = useApiQuery<Health>(queryKeys.health(), "/health", { staleTime: Infinity });
  if (!data?.readOnly) return null;
  const { title, help, isFull } = notices[data.readOnly.reason];
  return (
    <div className="border-b border-line px-4 py-2 md:px-6">
      <Callout tone="danger">
        <p className="font-medium">{t(title)}</p>
        <p>{t(help)}</p>
        {isFull && (
          <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
            {ways.filter(({ needs }) => may(needs)).map(({ href, label }) => (
              <Link key={label} href={href()} className="underline underline-offset-2">{t(label)}</Link>
            ))}
          </p>
        )}
      </Callout>
    </div>
  );
}
