import type { DocumentState } from "../../../api/file_document.ts";

export type OpenState = Extract<DocumentState, { phase: "open" }>;
