import type { ReactNode } from "react";
import { ErrorState } from "../../ui/feedback/error_state.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { useDelayed } from "../../ui/feedback/use_delayed.ts";
import { useOverview } from "./api.ts";
import { ApprovalsCard } from "./approvals_card.tsx";
import { DownCard } from "../heartbeats/down_card.tsx";
import { FailingCard } from "./failing_card.tsx";
import { figureGrid, Figures } from "./figures.tsx";
import { HealthCard } from "./health_card.tsx";
import { LoadCard } from "./load_card.tsx";
import { MaintenanceCard } from "./maintenance_card.tsx";
import { NextCard } from "./next_card.tsx";
import { OverdueCard } from "./overdue_card.tsx";
import { RunningCard } from "./running_card.tsx";
import { SetupCard } from "./setup_card.tsx";
import { SlowerCard } from "./slower_card.tsx";
import { useSetup } from "./use_setup.ts";

/** Renders what failed, what runs, what comes next and how the panel is; on a new panel, the first steps. */
export default function OverviewPage() {
  const { data, error, refetch } = useOverview();
  const { loading, empty, tasks, hide } = useSetup(data);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || loading) return <OverviewSkeleton />;
  const setup = tasks && <SetupCard tasks={tasks} health={data.health} onHide={empty ? undefined : hide} />;
  if (empty) {
    return (
      <div className="flex flex-col gap-4">
        <Columns main={setup} side={<HealthCard health={data.health} />} />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {setup}
      <Figures overview={data} />
      <div className="max-md:order-1">
        <LoadCard overview={data} />
      </div>
      <Columns
        main={
          <>
            <ApprovalsCard />
            <OverdueCard overdue={data.overdue} />
            <DownCard />
            <FailingCard overview={data} />
            <SlowerCard slower={data.slower} />
            <div className="max-md:order-1">
              <RunningCard running={data.running} />
            </div>
          </>
        }
        side={
          <>
            <MaintenanceCard />
            <NextCard next={data.next} />
            <HealthCard health={data.health} />
          </>
        }
      />
    </div>
  );
}

/** Renders two columns; on a phone, what fails comes before the chart, which would push it out of sight. */
function Columns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className="grid items-start gap-4 max-md:contents lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex min-w-0 flex-col gap-4 max-md:contents">{main}</div>
      <div className="flex min-w-0 flex-col gap-4 max-md:order-1">{side}</div>
    </div>
  );
}

/** Renders the shape of the page after 150 ms, with the heights of the figures and the chart. */
function OverviewSkeleton() {
  if (!useDelayed(true)) return null;
  return (
    <div className="flex flex-col gap-4">
      <div className={figureGrid}>
        {Array.from(
          { length: 5 },
          (_, figure) => <Skeleton key={figure} className="h-[104px] max-md:last:col-span-2 xl:h-[116px]" />,
        )}
      </div>
      <Skeleton className="h-[290px]" />
      <Columns main={<Skeleton className="h-40" />} side={<Skeleton className="h-64" />} />
    </div>
  );
}
