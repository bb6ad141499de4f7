import type { VariableImport } from "../../../../server/contract/variables.ts";

export type ImportWish = Omit<VariableImport, "preview">;
