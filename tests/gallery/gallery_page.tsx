// Shows every building block in every state, in builds for development only. `tests/e2e/gallery_test.ts` compares each
// section with a stored picture and checks its accessibility.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ComponentType, useState } from "react";
import { samples, type SectionName } from "./messages.ts";
import { ButtonSection } from "./sections/buttons.tsx";
import { ChartSection } from "./sections/charts.tsx";
import { DataSection } from "./sections/data.tsx";
import { FeedbackSection } from "./sections/feedback.tsx";
import { FormSection } from "./sections/form.tsx";
import { InputSection } from "./sections/inputs.tsx";
import { LogSection } from "./sections/log.tsx";
import { ChipSection, PaginationSection, StatusSection, TabSection } from "./sections/status.tsx";
import { OverlaySection } from "./sections/overlays.tsx";
import { TreeSection } from "./sections/tree.tsx";

const sections: Record<SectionName, ComponentType> = {
  buttons: ButtonSection,
  inputs: InputSection,
  form: FormSection,
  overlays: OverlaySection,
  data: DataSection,
  feedback: FeedbackSection,
  status: StatusSection,
  chips: ChipSection,
  tabs: TabSection,
  pagination: PaginationSection,
  tree: TreeSection,
  log: LogSection,
  charts: ChartSection,
};

export default function GalleryPage() {
  // Not the one of the page: the fonts load once none of its requests are pending, and an example never ends loading.
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  const names = Object.keys(sections) as SectionName[]; // the keys of the record above
  return (
    <div className="flex w-full max-w-[1200px] flex-col gap-6">
      <header className="flex flex-col gap-2">
        <h1 className="text-2xl font-semibold">{samples.title}</h1>
        <p className="text-sm text-muted">{samples.intro}</p>
        <nav aria-label={samples.title} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {names.map((name) => (
            <a key={name} href={`#${name}`} className="text-accent-text hover:underline">
              {samples.sections[name]}
            </a>
          ))}
        </nav>
      </header>
      {names.map((name) => {
        const Section = sections[name];
        return (
          <section
            key={name}
            id={name}
            aria-labelledby={`${name}-title`}
            className="flex min-w-0 scroll-mt-4 flex-col gap-4 rounded-lg border border-line bg-surface p-4"
          >
            <h2 id={`${name}-title`} className="text-lg font-semibold">{samples.sections[name]}</h2>
            <QueryClientProvider client={queries}>
              <Section />
            </QueryClientProvider>
          </section>
        );
      })}
    </div>
  );
}
