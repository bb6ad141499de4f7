export interface ChipOption {
  value: string;
  label?: string;
  /** Shown at the end of the option's line. */
  hint?: string;
}

/** Adds the typed value, or several with `commas`, without duplicates. Returns the same list when there is nothing to add. */
export function addValues(
  values: readonly string[],
  typed: string,
  { commas = false }: { commas?: boolean } = {},
): readonly string[] {
  const messages = typed.split(commas ? /[,\uff0c\n]/ : /\n/).map((word) => word.trim());
  const added = [...new Set(messages)].filter((word) => word !== "" && !values.includes(word));
  return added.length === 0 ? values : [...values, ...added];
}

/** Returns the options that are not selected yet and contain the typed text in their label or value. */
export function optionsLike(
  options: readonly ChipOption[],
  values: readonly string[],
  typed: string,
): readonly ChipOption[] {
  const text = typed.trim().toLowerCase();
  return options.filter(({ value, label = value }) =>
    !values.includes(value) && (label.toLowerCase().includes(text) || value.toLowerCase().includes(text))
  );
}
