import type { VariableImport } from "../../../../server/contract/variables.ts";

export type ImportRequest = Omit<VariableImport, "preview">;
