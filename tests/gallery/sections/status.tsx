import { useState } from "react";
import type { RunState } from "../../../server/contract/runs.ts";
import { RunStateDot, runStateStyles } from "../../../web/shared/run/run_state.tsx";
import { LabelChips } from "../../../web/ui/data/label_chips.tsx";
import { Pagination } from "../../../web/ui/data/pagination.tsx";
import { ScrollingNav } from "../../../web/ui/data/scrolling_nav.tsx";
import { StatusDot } from "../../../web/ui/data/status_dot.tsx";
import { StepList } from "../../../web/ui/data/step_list.tsx";
import { tabClass, Tabs } from "../../../web/ui/data/tabs.tsx";
import { Badge, Chip } from "../../../web/ui/feedback/badge.tsx";
import type { Tone } from "../../../web/ui/tones.ts";
import { Example, Examples } from "../example.tsx";
import { samples } from "../messages.ts";

const tones: readonly Tone[] = ["neutral", "accent", "success", "warning", "danger", "orange", "violet"];

const runStates = Object.keys(runStateStyles) as RunState[]; // the keys of a record of all states

export function StatusSection() {
  const { disabled } = samples;
  return (
    <Examples narrow>
      {runStates.map((state) => (
        <Example key={state} name={state}>
          <RunStateDot state={state} />
        </Example>
      ))}
      <Example name="disabled">
        <StatusDot tone="neutral" faint>{disabled}</StatusDot>
      </Example>
    </Examples>
  );
}

export function ChipSection() {
  const { sampleName, longName, chineseName, states } = samples;
  return (
    <Examples>
      {tones.map((tone) => (
        <Example key={tone} name={tone}>
          <Badge tone={tone}>{sampleName}</Badge>
        </Example>
      ))}
      <Example name={`Badge · ${states.longText}`}>
        <Badge>{longName}</Badge>
      </Example>
      <Example name="Chip">
        <Chip label={sampleName} onRemove={() => {}} />
      </Example>
      <Example name={`Chip · ${states.longText}`}>
        <Chip label={longName} onRemove={() => {}} />
      </Example>
      <Example name={`Chip · ${states.chinese}`} chinese>
        <Chip label={chineseName} onRemove={() => {}} />
      </Example>
      <Example name="LabelChips">
        <LabelChips
          labels={["backup", "nightly", "database", "reports"]}
          max={2}
          title={(label) => label}
          onLabel={() => {}}
        />
      </Example>
    </Examples>
  );
}

export function TabSection() {
  const { all, failing, disabled, status, steps, longName, states } = samples;
  const [tab, setTab] = useState("all");
  const tabs = [
    { value: "all", label: all, count: 128 },
    { value: "failing", label: failing, count: 3 },
    { value: "disabled", label: disabled },
  ];
  const links = [all, failing, disabled, ...Array.from({ length: 12 }, (_, at) => `${status} ${at + 1}`)];
  return (
    <Examples>
      <Example name="Tabs" wide>
        <Tabs label={status} value={tab} onValue={setTab} tabs={tabs} />
      </Example>
      <Example name={`Tabs · ${states.longText}`} wide>
        <Tabs
          label={states.longText}
          value="long"
          onValue={() => {}}
          tabs={[...tabs, { value: "long", label: longName, count: 100_000 }]}
        />
      </Example>
      <Example name="ScrollingNav" wide>
        <div className="max-w-140">
          <ScrollingNav label={status} current={all} className="gap-5 border-b border-line">
            {links.map((label) => (
              <a
                key={label}
                href="#tabs"
                aria-current={label === all ? "page" : undefined}
                className={tabClass(label === all)}
              >
                {label}
              </a>
            ))}
          </ScrollingNav>
        </div>
      </Example>
      <Example name="StepList" wide>
        <StepList steps={[steps.choose, steps.check, steps.import]} current={1} />
      </Example>
    </Examples>
  );
}

export function PaginationSection() {
  const { states } = samples;
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(50);
  return (
    <Examples>
      <Example name={states.default} wide>
        <Pagination
          page={page}
          pageSize={size}
          total={1234}
          onPage={setPage}
          onPageSize={setSize}
          pageSizes={[20, 50, 100]}
        />
      </Example>
      <Example name={states.ended} wide>
        <Pagination page={25} pageSize={50} total={1234} hasMore onPage={() => {}} />
      </Example>
      <Example name={states.empty} wide>
        <Pagination page={1} pageSize={50} total={0} onPage={() => {}} />
      </Example>
    </Examples>
  );
}
