import { Copy, Pencil, Play, Trash2 } from "../../../web/ui/icons/icons.ts";
import { useEffect, useState } from "react";
import { ApiProblem } from "../../../web/api/api_problem.ts";
import { Button } from "../../../web/ui/buttons/button.tsx";
import { BatchBar } from "../../../web/ui/data/batch_bar.tsx";
import { Card } from "../../../web/ui/data/card.tsx";
import type { Column } from "../../../web/ui/data/columns.ts";
import { DataTable } from "../../../web/ui/data/data_table.tsx";
import type { CardState } from "../../../web/ui/data/data_table_props.ts";
import { DetailList } from "../../../web/ui/data/detail_list.tsx";
import { CardBox, CardMenu, ListCard } from "../../../web/ui/data/rows/list_card.tsx";
import { RowAction } from "../../../web/ui/data/rows/row_actions.tsx";
import { StatusDot } from "../../../web/ui/data/status_dot.tsx";
import { ExactTime, RelativeTime } from "../../../web/ui/data/time_text.tsx";
import type { ListSort } from "../../../web/ui/data/use_list_state.ts";
import { useSelection } from "../../../web/ui/data/use_selection.ts";
import { EmptyState } from "../../../web/ui/feedback/empty_state.tsx";
import type { MenuEntry } from "../../../web/ui/overlays/menu_entries.ts";
import type { Tone } from "../../../web/ui/tones.ts";
import { Example, Examples } from "../example.tsx";
import { samples } from "../messages.ts";

interface Row {
  id: number;
  name: string;
  command: string;
  state: string;
  tone: Tone;
  updatedAt: string;
}

type Field = "name" | "updated";

const columns: readonly Column<Row, Field>[] = [
  { id: "name", header: "variables.name", sort: "name", minWidth: 200, cell: ({ name }) => name },
  { id: "value", header: "variables.value", mono: true, minWidth: 200, cell: ({ command }) => command },
  {
    id: "state",
    header: "runs.state",
    width: 130,
    cell: ({ state, tone }) => <StatusDot tone={tone}>{state}</StatusDot>,
  },
  {
    id: "updated",
    header: "variables.updated",
    sort: "updated",
    descendingFirst: true,
    width: 130,
    tabularDigits: true,
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  },
];

const nameOf = ({ name }: Row) => name;

export function DataSection() {
  const { states } = samples;
  const rows = useRows();
  const { loadTitle: title, loadText: detail } = samples;
  const error = new ApiProblem({ title, detail, status: 0, code: "unreachable" });
  const table = { label: samples.name, columns, rowName: nameOf, card: cardOf };
  return (
    <Examples>
      <Example name="DataTable" wide>
        <SelectableTable rows={rows} />
      </Example>
      <Example name={states.loading} wide>
        <DataTable {...table} rows={[]} loading skeletons={3} />
      </Example>
      <Example name={states.error} wide>
        <DataTable {...table} rows={[]} error={error} onRetry={() => {}} />
      </Example>
      <Example name={states.empty} wide>
        <DataTable
          {...table}
          rows={[]}
          empty={<EmptyState title={samples.emptyTitle} text={samples.emptyText} />}
        />
      </Example>
      <Example name="BatchBar" wide>
        <SampleBatchBar />
      </Example>
      <Example name="Card" wide>
        <Card
          title={samples.sampleName}
          help={samples.help}
          actions={<Button size="small">{samples.edit}</Button>}
          footer={samples.hint}
        >
          <DetailList
            details={[
              [samples.command, <code key="command">{samples.longCommand}</code>],
              [samples.time, <ExactTime key="time" at="2026-11-23T05:00:00Z" />],
              [samples.note, samples.longName],
            ]}
          />
        </Card>
      </Example>
    </Examples>
  );
}

function useRows(): readonly Row[] {
  const { sampleName, secondName, longName, longCommand, failing, enabled, disabled } = samples;
  const [rows] = useState((): readonly Row[] => [
    row({ id: 1, name: sampleName, command: "backup.sh", state: enabled, tone: "success" }),
    row({ id: 2, name: secondName, command: "python3 import.py", state: failing, tone: "danger" }),
    row({ id: 3, name: longName, command: longCommand, state: disabled, tone: "neutral" }),
  ]);
  return rows;
}

function row(given: Omit<Row, "updatedAt">): Row {
  return { ...given, updatedAt: new Date(Date.UTC(2026, 10, 20 - given.id)).toISOString() };
}

function SelectableTable({ rows }: { rows: readonly Row[] }) {
  const selection = useSelection(rows);
  const [sort, setSort] = useState<ListSort<Field> | null>({ field: "name", descending: false });
  const { onToggle } = selection;
  useEffect(() => rows[0] && onToggle(rows[0], false), [rows, onToggle]);
  const menu = (): readonly MenuEntry[] => [
    { label: samples.edit, onSelect: () => {} },
    { label: samples.remove, danger: true, onSelect: () => {} },
  ];
  return (
    <DataTable
      label={samples.sampleName}
      {...{ columns, rows, selection, sort, menu }}
      rowName={nameOf}
      onSort={setSort}
      primaryAction={RunRow}
      card={cardOf}
    />
  );
}

function RunRow({ row: { name } }: { row: Row }) {
  const { run } = samples;
  return <RowAction label={run} name={name} icon={<Play />} />;
}

function cardOf(row: Row, { selected }: CardState) {
  return (
    <ListCard name={row.name} selected={selected}>
      <div className="flex items-center gap-2">
        <CardBox name={row.name} checked={selected} onToggle={() => {}} />
        <span className="min-w-0 flex-1 truncate font-medium">{row.name}</span>
        <CardMenu name={row.name} entries={() => []} />
      </div>
      <StatusDot tone={row.tone}>{row.state}</StatusDot>
    </ListCard>
  );
}

function SampleBatchBar() {
  const { states, run, copy, edit, remove, more } = samples;
  return (
    <BatchBar
      label={states.selected}
      selected="3"
      clearLabel={more}
      onClear={() => {}}
      actions={[
        { label: run, icon: <Play />, onSelect: () => {}, onPhone: true },
        { label: copy, icon: <Copy />, onSelect: () => {} },
        { label: edit, icon: <Pencil />, onSelect: () => {} },
        { label: remove, icon: <Trash2 />, onSelect: () => {}, danger: true },
      ]}
    />
  );
}
