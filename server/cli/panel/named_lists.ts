// Lists of the panel whose items have a name: the command that prints one, and the items that operands mean.
import type { Language } from "../../contract/settings.ts";
import { type Call, type Command, panelOptions, type Text } from "../command.ts";
import { formatTable, note, printJson, printLines } from "../terminal.ts";
import { findByName, type Named } from "./find_by_name.ts";
import type { PanelRequest } from "../panel_client.ts";
import { connect, type PanelApi } from "./panel_api.ts";

interface NamedList<T> {
  path: string;
  query?: PanelRequest["query"];
  summary: Text;
  /** The columns begin with the ID and the name. */
  messages: Record<Language, { none: string; columns: readonly string[] }>;
  /** Returns the cells behind the ID and the name. */
  cells(item: T, language: Language): readonly string[];
}

export function listCommand<T extends Named>(
  { path, query, summary, messages, cells }: NamedList<T>,
): Command {
  return {
    name: "list",
    summary,
    options: panelOptions,
    async run(call) {
      const api = await connect(call);
      const found = await readAll<T>(api, path, query);
      const { none, columns } = messages[call.language];
      if (call.has("json")) printJson(found);
      else if (found.items.length === 0) note(none);
      else {
        printLines(formatTable(
          columns.map((title, index) => ({ title, isFlexible: index === 1 })),
          found.items.map((item) => [String(item.id), item.name, ...cells(item, call.language)]),
        ));
      }
      return 0;
    },
  };
}

/** Connects to the panel, and finds what the operands mean. Throws `NameError`. */
export async function findOperands<T extends Named>(
  call: Call,
  path: string,
): Promise<{ api: PanelApi; found: [T, ...T[]] }> {
  const api = await connect(call);
  const { items } = await readAll<T>(api, path);
  const found = call.operands.map((wanted) => findByName(items, wanted, call.language));
  return { api, found: found as [T, ...T[]] }; // the parser requires an operand
}

// Some lists have no pages, and no parameter for one.
async function readAll<T>(
  api: PanelApi,
  path: string,
  query: PanelRequest["query"] = {},
): Promise<{ items: T[]; total: number }> {
  const { items, total } = await api.json<{ items: T[]; total: number }>("GET", path, { query });
  return items.length < total ? await api.list<T>(path, query) : { items, total };
}
