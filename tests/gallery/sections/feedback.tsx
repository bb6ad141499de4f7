import { CalendarClock } from "../../../web/ui/icons/icons.ts";
import { Button } from "../../../web/ui/buttons/button.tsx";
import { Callout } from "../../../web/ui/feedback/callout.tsx";
import { EmptyState } from "../../../web/ui/feedback/empty_state.tsx";
import { BrokenPage, BrokenPart } from "../../../web/ui/feedback/error_boundary.tsx";
import { ErrorState } from "../../../web/ui/feedback/error_state.tsx";
import { Skeleton } from "../../../web/ui/feedback/skeleton.tsx";
import { Example, Examples } from "../example.tsx";
import { samples } from "../messages.ts";

export function FeedbackSection() {
  const { states } = samples;
  const error = new Error(samples.loadText);
  return (
    <Examples>
      <Example name="Callout" wide>
        <div className="flex flex-col gap-2">
          <Callout>{samples.hint}</Callout>
          <Callout tone="warning">{samples.warning}</Callout>
          <Callout tone="danger">{samples.danger}</Callout>
          <Callout>{`${samples.longName}. `.repeat(3)}</Callout>
        </div>
      </Example>
      <Example name={`Callout · ${states.chinese}`} chinese wide>
        <Callout tone="warning">{samples.chineseName}</Callout>
      </Example>
      <Example name="EmptyState" wide>
        <EmptyState
          icon={<CalendarClock size={22} />}
          title={samples.emptyTitle}
          text={samples.emptyText}
          action={<Button variant="primary">{samples.add}</Button>}
        />
      </Example>
      <Example name="ErrorState" wide>
        <ErrorState error={error} title={samples.loadTitle} text={samples.loadText} onRetry={() => {}} />
      </Example>
      <Example name="BrokenPage" wide>
        <BrokenPage error={error} />
      </Example>
      <Example name="BrokenPart">
        <BrokenPart error={error} />
      </Example>
      <Example name={`BrokenPart · ${states.small}`}>
        <BrokenPart error={error} small />
      </Example>
      <Example name="Skeleton">
        <div className="flex flex-col gap-2">
          <Skeleton />
          <Skeleton className="h-3.5 w-2/3" />
          <Skeleton className="h-8 w-full" />
        </div>
      </Example>
    </Examples>
  );
}
