/** Which text a run executed. */
export interface RanScript {
  runId: number;
  path: string;
  versionId: number;
}
