import { Link } from "wouter";
import type { Overview } from "../../../server/contract/overview.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { paths } from "../../paths.ts";
import { Card } from "../../ui/data/card.tsx";
import { RelativeTime } from "../../ui/data/time_text.tsx";
import { EmptyCard, TaskLink } from "./overview_row.tsx";

/** How many tasks the server lists. */
const LISTED = 10;

export function NextCard({ next }: { next: Overview["next"] }) {
  const { t, format } = useMessages();
  const now = Date.now();
  return (
    <Card
      flush
      title={t("overview.nextRuns")}
      {...(next.length >= LISTED && {
        footer: (
          <Link
            href={paths.tasks({ sort: "nextRunAt" })}
            className="text-sm text-accent-text hover:underline"
          >
            {t("overview.allNext")}
          </Link>
        ),
      })}
    >
      {next.length === 0 ? <EmptyCard>{t("overview.nonePlanned")}</EmptyCard> : (
        <ul className="py-1.5">
          {next.map(({ taskId, name, at }) => (
            <li
              key={taskId}
              className="flex h-9 min-w-0 items-center justify-between gap-4 px-4 text-sm touch:h-11"
            >
              <TaskLink taskId={taskId} name={name} />
              <span className="shrink-0 text-muted">
                <RelativeTime at={at} />
                {/* Beside both, too little of the name would be left to tell tasks apart. */}
                <span className="tabular-nums lg:max-xl:hidden">{` · ${format.shortTime(at, now)}`}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
