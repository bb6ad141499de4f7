export type Strength = "weak" | "fair" | "good" | "strong";
export type StrengthHint = "longer" | "varied" | "username";

export interface Rating {
  strength: Strength;
  /** What would help most; null when nothing is needed. */
  hint: StrengthHint | null;
}

const levels: readonly [number, Strength][] = [[70, "strong"], [50, "good"], [36, "fair"]];

/** Rates a password by how many bits a guesser would need who knows that people repeat themselves. */
export function ratePassword(password: string, username: string): Rating {
  const name = username.trim().toLowerCase();
  if (name.length > 2 && password.toLowerCase().includes(name)) return { strength: "weak", hint: "username" };
  const bits = new Set(password).size * Math.log2(alphabetOf(password)) * lengthBonus(password);
  const strength = levels.find(([min]) => bits >= min)?.[1] ?? "weak";
  if (strength === "strong") return { strength, hint: null };
  return { strength, hint: password.length < 12 ? "longer" : "varied" };
}

function alphabetOf(password: string): number {
  const kinds: [RegExp, number][] = [[/[a-z]/, 26], [/[A-Z]/, 26], [/[0-9]/, 10], [/[^a-zA-Z0-9]/, 33]];
  return kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 1);
}

/** Repeated characters count a little, so that long pass phrases are not taken for short ones. */
function lengthBonus(password: string): number {
  return password === "" ? 0 : 1 + (password.length / new Set(password).size - 1) * 0.3;
}
