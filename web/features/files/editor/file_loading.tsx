import { useMessages } from "../../../messages/use_messages.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { useDelayed } from "../../../ui/feedback/use_delayed.ts";

/** Renders placeholder lines after 150 ms. */
export function FileLoading() {
  const { t } = useMessages();
  if (!useDelayed(true)) return null;
  return (
    <div role="status" className="flex flex-col gap-2.5 p-4">
      <span className="sr-only">{t("ui.loading")}</span>
      {["w-1/3", "w-2/3", "w-1/2", "w-3/5", "w-1/4"].map((width) => (
        <Skeleton key={width} className={`h-3.5 ${width}`} />
      ))}
    </div>
  );
}
