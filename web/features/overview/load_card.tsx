import { Suspense } from "react";
import type { Overview } from "../../../server/contract/overview.ts";
import { useMessages } from "../../messages/use_messages.tsx";
import { classNames } from "../../ui/class_names.ts";
import { Card } from "../../ui/data/card.tsx";
import { lazyPart } from "../../ui/feedback/lazy.tsx";
import { chartHours, type Layer } from "./chart_data.ts";

const LoadChart = lazyPart(() => import("./load_chart.tsx"));

/** Renders what ran in the last 24 hours and what is planned for the next 24. */
export function LoadCard({ overview }: { overview: Overview }) {
  const { t, format } = useMessages();
  const hours = chartHours(overview);
  const now = new Date(overview.at).getTime();
  return (
    <Card title={t("overview.chart")} actions={<Legend />}>
      <div className="h-52">
        <Suspense>
          <LoadChart hours={hours} />
        </Suspense>
      </div>
      <div className="sr-only">
        <table>
          <caption>{t("overview.chart")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("overview.hour")}</th>
              {legend.map(({ layer, label }) => <th key={layer} scope="col">{t(label)}</th>)}
            </tr>
          </thead>
          <tbody>
            {hours.map((hour) => (
              <tr key={hour.at}>
                <th scope="row">{format.shortTime(hour.at, now)}</th>
                {legend.map(({ layer }) => <td key={layer}>{format.number(hour[layer])}</td>)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

const hatch =
  "border border-accent bg-[repeating-linear-gradient(135deg,var(--accent)_0_1px,transparent_1px_4px)]";

const legend = [
  { layer: "succeeded", label: "overview.succeeded", swatch: "bg-success" },
  { layer: "failed", label: "overview.failed", swatch: "bg-danger" },
  { layer: "other", label: "overview.other", swatch: "bg-neutral" },
  { layer: "planned", label: "overview.planned", swatch: hatch },
] as const satisfies { layer: Layer; label: string; swatch: string }[];

function Legend() {
  const { t } = useMessages();
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
      {legend.map(({ layer, label, swatch }) => (
        <li key={layer} className="flex items-center gap-1.5">
          <span aria-hidden className={classNames("size-2.5 rounded-[2px]", swatch)} />
          {t(label)}
        </li>
      ))}
    </ul>
  );
}
