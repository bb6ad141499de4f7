/** What a run gets of the variables people keep. */
export interface VariablesOfRun {
  /** By name, several of one name joined as their rule says. */
  values: Readonly<Record<string, string>>;
  /** Texts that must not reach a log. */
  secrets: readonly string[];
  /** Names of those whose value cannot be opened. */
  unreadable: readonly string[];
}

/** Where the variables are that people keep for their tasks. */
export interface TaskVariables {
  /** Reads those that are enabled: all, or with `labels` those that have any of them. */
  of(labels: readonly string[] | null): Promise<VariablesOfRun>;
}

/** No variables at all. */
export const noVariables: VariablesOfRun = { values: {}, secrets: [], unreadable: [] };
