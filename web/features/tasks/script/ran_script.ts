/** Identifies the text that a run executed. */
export interface RanScript {
  runId: number;
  path: string;
  versionId: number;
}
