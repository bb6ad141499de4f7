/** The stored variables that a run gets. */
export interface VariablesOfRun {
  /** Values by name; several of one name are joined according to their rule. */
  values: Readonly<Record<string, string>>;
  /** Values that must not appear in a log. */
  secrets: readonly string[];
  /** Names of variables whose value cannot be decrypted. */
  unreadable: readonly string[];
}

/** The store of variables that users define for their tasks. */
export interface TaskVariables {
  /** Reads the enabled variables: all of them, or with `labels` those that have any of the labels. */
  of(labels: readonly string[] | null): Promise<VariablesOfRun>;
}

export const noVariables: VariablesOfRun = { values: {}, secrets: [], unreadable: [] };
