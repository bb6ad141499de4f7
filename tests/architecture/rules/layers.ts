import { readImports, resolveImport } from "../read_imports.ts";
import { isCode, isTest, type Rule, type Tree } from "../rule.ts";

interface Layer {
  name: string;
  holds: RegExp;
  /** Names of the layers it may import besides itself. */
  uses: string[];
  /** Names of layers from which only types may be imported. */
  usesTypesOf?: string[];
}

const belowServices = ["http", "seam", "features", "cluster", "engine", "migrations", "platform", "contract"];
const belowFeatures = ["cluster", "engine", "migrations", "platform", "contract"];
const belowShared = ["ui", "api", "messages", "theme", "paths", "contract"];

/** Which layer may import which, from top to bottom. A file belongs to the first layer that matches it. */
export const layers: readonly Layer[] = [
  { name: "main", holds: /^main\.ts$/, uses: ["cli"] },
  { name: "cli", holds: /^server\/cli\//, uses: ["services", "parts", "app", ...belowServices] },
  {
    name: "services",
    holds: /^server\/services\.ts$/,
    uses: ["parts", "app", ...belowServices],
  },
  { name: "parts", holds: /^server\/services\//, uses: ["app", ...belowServices] },
  { name: "app", holds: /^server\/app\.ts$/, uses: belowServices },
  { name: "seam", holds: /^server\/http\/route\.ts$/, uses: ["contract"] },
  { name: "http", holds: /^server\/http\//, uses: ["seam", "features", ...belowFeatures] },
  { name: "features", holds: /^server\/features\//, uses: ["seam", ...belowFeatures], usesTypesOf: ["http"] },
  { name: "cluster", holds: /^server\/cluster\//, uses: ["engine", "migrations", "platform", "contract"] },
  { name: "engine", holds: /^server\/engine\//, uses: ["migrations", "platform", "contract"] },
  { name: "migrations", holds: /^server\/migrations\//, uses: ["platform", "contract"] },
  { name: "platform", holds: /^server\/platform\//, uses: ["contract"] },
  { name: "contract", holds: /^server\/contract\//, uses: [] },
  { name: "build", holds: /^(web\/build\.ts$|web\/build\/|tools\/)/, uses: ["platform", "contract"] },
  {
    name: "page",
    holds: /^web\/(main|app|routes)\.tsx?$/,
    uses: ["gallery", "app parts", "screens", "shared", ...belowShared],
  },
  { name: "worker", holds: /^web\/worker\//, uses: ["messages"] },
  { name: "gallery", holds: /^tests\/gallery\//, uses: ["screens", "shared", ...belowShared] },
  { name: "app parts", holds: /^web\/app\//, uses: ["screens", "shared", ...belowShared] },
  { name: "screens", holds: /^web\/features\//, uses: ["shared", "changelog", ...belowShared] },
  { name: "shared", holds: /^web\/shared\//, uses: belowShared },
  { name: "ui", holds: /^web\/ui\//, uses: ["api", "messages", "theme", "paths", "contract"] },
  { name: "api", holds: /^web\/api\//, uses: ["messages", "paths", "contract"] },
  { name: "theme", holds: /^web\/theme\//, uses: ["paths", "contract"] },
  { name: "messages", holds: /^web\/messages\//, uses: ["paths", "contract"] },
  { name: "changelog", holds: /^CHANGELOG(\.zh)?\.md$/, uses: [] },
  { name: "paths", holds: /^web\/(paths|load_chunk)\.ts$/, uses: ["contract"] },
];

export const layerRule: Rule = {
  says:
    "main → cli → services → app → http → features → cluster → engine → migrations → platform → contract; " +
    "in web app → features → shared → ui → api, messages, theme; web takes only contract from the server",
  find(tree) {
    return [...shipped(tree)].flatMap(([path, source]) => findIssues(path, source));
  },
  broken: {
    "server/engine/planner.ts": `import { route } from "../http/route.ts";`,
    "server/engine/enqueue.ts": `import { Nodes } from "../cluster/coordination/nodes.ts";`,
    "server/platform/database.ts": `import { addRun } from "../engine/queue.ts";`,
    "server/contract/tasks.ts": `import { clock } from "../platform/clock.ts";`,
    "server/features/tasks/routes.ts": `import { authenticate } from "../../http/authenticate.ts";`,
    "server/http/page.ts": `import { serve } from "../cli/serve.ts";`,
    "web/features/tasks/list.tsx": `import { store } from "../../../server/features/tasks/store.ts";`,
    "web/ui/buttons/button.tsx": `import { useTasks } from "../../features/tasks/use_tasks.ts";`,
    "web/shared/leave/guard.tsx": `const page = () => import("../../features/tasks/page.tsx");`,
    "main.ts": `import { database } from "./server/platform/database.ts";`,
    "server/elsewhere/thing.ts": `export const lost = 1;`,
  },
  allowed: {
    "server/features/runs/routes.ts":
      `import { route } from "../../http/route.ts"; import type { Caller } from "../../http/authenticate.ts";`,
    "server/engine/queue.ts": `import type { Tables } from "../migrations/tables.ts";`,
    "server/engine/queue_test.ts": `import { serve } from "../cli/serve.ts";`,
    "web/routes.tsx": `const page = () => import("./features/tasks/page.tsx");`,
  },
};

function findIssues(path: string, source: string): string[] {
  const layer = layerOf(path);
  if (layer === undefined) return [`${path}: belongs to no layer`];
  return readImports(source).flatMap((reference) => {
    const target = resolveImport(path, reference.specifier);
    const used = target === null ? layer : layerOf(target);
    const mayUse = [layer.name, ...layer.uses, ...(reference.typeOnly ? layer.usesTypesOf ?? [] : [])];
    if (used && mayUse.includes(used.name)) return [];
    const types = layer.usesTypesOf ? `, and types of ${layer.usesTypesOf.join(", ")}` : "";
    return [
      `${path}: imports ${target}; ${layer.name} may import only ${
        layer.uses.join(", ") || "itself"
      }${types}`,
    ];
  });
}

/** Tables that the engine reads and writes; all others belong to features. */
const engineTables = ["run", "run_task_name", "run_order", "setting"];
/** Tables that only several machines need. */
const clusterTables = ["node", "run_log", "run_log_chunk", "stored_blob", "stored_folder", "stored_tree"];

export const engineRule: Rule = {
  says:
    "The engine knows only its own tables (run, run_task_name, run_order, setting, and what nodes share in the layer cluster); what it runs belongs to the features",
  find(tree) {
    return shipped(tree).filter(([path]) => /^server\/(engine|cluster)\//.test(path)).flatMap((
      [path, source],
    ) => [
      ...foreignTables(path, source).map((table) => `${path}: uses the table ${table} of a feature`),
      ...foreignRows(path, source).map((type) => `${path}: imports ${type}, the type of a feature's table`),
    ]);
  },
  broken: {
    "server/engine/enqueue.ts": `const task = await tx.selectFrom("task").selectAll().execute();`,
    "server/engine/ledger.ts":
      `await tx.updateTable(\n  "subscription",\n).set({ next_due_at: null }).execute();`,
    "server/engine/queue.ts": `query.innerJoin("dependency as package", "package.run_id", "run.id");`,
    "server/engine/runner.ts": `db.selectFrom("stored_blob").selectAll();`,
    "server/engine/logs/run_log.ts": `db.selectFrom("run_log_chunk").selectAll();`,
    "server/cluster/coordination/nodes.ts": `db.selectFrom("node_dependency").selectAll();`,
    "server/engine/run_recorder.ts": `import type { TaskRow } from "../migrations/task_tables.ts";`,
  },
  allowed: {
    "server/engine/recovery.ts": `db.selectFrom("run").select("task_id"); tx.insertInto("setting");`,
    "server/cluster/files/tree_store.ts": `db.selectFrom("stored_tree").selectAll();`,
    "server/engine/store.ts": `import type { RunTable } from "../migrations/run_tables.ts";`,
    "server/cluster/logs/log_rows.ts": `db.selectFrom("run_log_chunk").selectAll();`,
    "server/engine/planner_test.ts": `db.selectFrom("task").selectAll();`,
    "server/features/tasks/store.ts": `db.selectFrom("task").selectAll();`,
  },
};

function foreignTables(path: string, source: string): string[] {
  const own = path.startsWith("server/cluster/") ? [...engineTables, ...clusterTables] : engineTables;
  const used = source.matchAll(
    /\b(?:selectFrom|updateTable|insertInto|deleteFrom|\w+Join)\(\s*\[?\s*"(\w+)/g,
  );
  return [...used].map(([, table = ""]) => table).filter((table) => !own.includes(table));
}

function foreignRows(path: string, source: string): string[] {
  const imported = source.matchAll(/import type \{([^}]*)\} from "(?:\.\.\/)+migrations\//g);
  const names = [...imported].flatMap(([, list = ""]) => list.split(",").map((name) => name.trim()));
  const own = ["", "Tables", "RunTable", ...(path.startsWith("server/cluster/") ? ["NodeRow"] : [])];
  return names.filter((name) => !own.includes(name));
}

export const sidewaysRule: Rule = {
  says:
    "A feature of the server never imports another's routes or store; one of the page takes from another only tabs, cards, buttons, dialogs and use_ hooks",
  find(tree) {
    return [...shipped(tree)].flatMap(([path, source]) =>
      targets(path, source).filter((target) => isSideways(path, target)).map((target) =>
        `${path}: imports ${target} of another feature; pass in its service, or move what both use down`
      )
    );
  },
  broken: {
    "server/features/tasks/service.ts": `import { RunStore } from "../runs/store.ts";`,
    "server/features/tasks/list.ts": `import type { x } from "../runs/run_store.ts";`,
    "web/features/tasks/list.tsx": `import { RunTable } from "../runs/run_table.tsx";`,
  },
  allowed: {
    "server/features/tasks/routes.ts":
      `import type { RunService } from "../runs/service.ts"; import "./store.ts";`,
    "web/features/runs/list.tsx": `import { RunTable } from "./run_table.tsx";`,
    "web/features/settings/page.tsx": `import { AuditTab } from "../audit/audit_tab.tsx";`,
  },
};

function isSideways(path: string, target: string): boolean {
  const [mine, theirs] = [featureOf(path), featureOf(target)];
  if (mine === undefined || theirs === undefined || mine === theirs) return false;
  if (target.startsWith("web/")) {
    return !/(_(tab|tabs|card|button|dialog)\.tsx|\/use_\w+\.tsx?)$/.test(target);
  }
  return /(^|[/_])(routes|store)\.ts$/.test(target);
}

function featureOf(path: string): string | undefined {
  return /^(?:server|web)\/features\/([^/]+)\//.exec(path)?.[1];
}

function layerOf(path: string): Layer | undefined {
  return layers.find((layer) => layer.holds.test(path));
}

function shipped(tree: Tree): [string, string][] {
  return [...tree].filter(([path]) => isCode(path) && !isTest(path));
}

function targets(path: string, source: string): string[] {
  return readImports(source).map((reference) => resolveImport(path, reference.specifier)).filter((target) =>
    target !== null
  );
}
