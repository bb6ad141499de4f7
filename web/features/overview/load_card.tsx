import { Suspense, useMemo, useState } from "react";
import type { CrowdedMinutes, Overview } from "../../../server/contract/overview.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../../ui/class_names.ts";
import { Card } from "../../ui/data/card.tsx";
import { lazyPart } from "../../ui/feedback/lazy.tsx";
import { SegmentedControl } from "../../ui/inputs/segmented_control.tsx";
import { useCrowdedMinutes, useWeekLoad } from "./api.ts";
import { chartHours, HOUR_MS, joinHours, type Layer } from "./chart_data.ts";
import type { ChartContent } from "./chart_options.ts";
import { CrowdedNote } from "./crowded_note.tsx";

const LoadChart = lazyPart(() => import("./load_chart.tsx"));

type Span = "day" | "week";

/** Renders what ran and what is planned: for the last and next 24 hours, or 7 days. */
export function LoadCard({ overview }: { overview: Overview }) {
  const { t } = useMessages();
  const [span, setSpan] = useState<Span>("day");
  const { data: week } = useWeekLoad(span === "week");
  const { slots } = overview.figures;
  // Without an hour that has more runs than slots, no minute has.
  const { data: crowded } = useCrowdedMinutes(overview.upcomingLoad.some(({ runs }) => runs > slots));
  const content = useMemo(
    () => contentOf(span === "week" && week ? { week } : { day: overview }, { slots, crowded }),
    [span, week, overview, slots, crowded],
  );
  const title = t(span === "week" ? "overview.chartWeek" : "overview.chart");
  return (
    <Card
      title={title}
      actions={
        <SegmentedControl
          label={t("overview.span")}
          hideLabel
          value={span}
          onValue={setSpan}
          options={[
            { value: "day", label: t("overview.spanDay") },
            { value: "week", label: t("overview.spanWeek") },
          ]}
        />
      }
    >
      <Legend slots={slots} />
      <div className="h-52">
        <Suspense>
          <LoadChart content={content} />
        </Suspense>
      </div>
      <ChartTable title={title} content={content} now={new Date(overview.at).getTime()} />
      <CrowdedNote crowded={crowded} />
    </Card>
  );
}

type Loads = Pick<Overview, "past" | "upcomingLoad">;

function contentOf(
  shown: { day: Loads } | { week: Loads },
  { slots, crowded }: { slots: number; crowded: CrowdedMinutes | undefined },
): ChartContent {
  const minutes = crowded?.minutes.map(({ at }) => new Date(at).getTime()) ?? [];
  if ("day" in shown) return { bars: chartHours(shown.day), barMs: HOUR_MS, slots, crowded: minutes };
  return { bars: joinHours(chartHours(shown.week)), barMs: 6 * HOUR_MS, slots, crowded: minutes };
}

/** Renders the chart as a table for screen readers. */
function ChartTable({ title, content, now }: { title: string; content: ChartContent; now: number }) {
  const { t, format } = useMessages();
  return (
    <div className="sr-only">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t("overview.hour")}</th>
            {layerLegend.map(({ layer, label }) => <th key={layer} scope="col">{t(label)}</th>)}
          </tr>
        </thead>
        <tbody>
          {content.bars.map((bar) => (
            <tr key={bar.at}>
              <th scope="row">{format.shortTime(bar.at, now)}</th>
              {layerLegend.map(({ layer }) => <td key={layer}>{format.number(bar[layer])}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const hatch =
  "border border-accent bg-[repeating-linear-gradient(135deg,var(--accent)_0_1px,transparent_1px_4px)]";

const layerLegend = [
  { layer: "succeeded", label: "overview.succeeded", swatch: "size-2.5 rounded-[2px] bg-success" },
  { layer: "failed", label: "overview.failed", swatch: "size-2.5 rounded-[2px] bg-danger" },
  { layer: "other", label: "overview.other", swatch: "size-2.5 rounded-[2px] bg-neutral" },
  { layer: "planned", label: "overview.planned", swatch: classNames("size-2.5 rounded-[2px]", hatch) },
] as const satisfies { layer: Layer; label: string; swatch: string }[];

/** Renders what the colors and lines mean. The limit is named here: beside its line, the load would cross the label. */
function Legend({ slots }: { slots: number }) {
  const { t } = useMessages();
  const entries = [
    ...layerLegend.map(({ label, swatch }) => ({ label: t(label), swatch })),
    { label: t("overview.expectedLoad"), swatch: "h-0.5 w-3 bg-accent-text" },
    {
      label: t("overview.limit", { count: slots }),
      swatch: "w-4 border-t border-dashed border-warning",
    },
  ];
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
      {entries.map(({ label, swatch }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span aria-hidden className={swatch} />
          {label}
        </li>
      ))}
    </ul>
  );
}
