/** The meaning of a status as a color; the label next to it says the same. */
export type Tone = "neutral" | "accent" | "success" | "warning" | "danger" | "orange" | "violet";

export const toneDot: Record<Tone, string> = {
  neutral: "bg-neutral",
  accent: "bg-accent",
  success: "bg-success",
  warning: "bg-warning",
  danger: "bg-danger",
  orange: "bg-orange",
  violet: "bg-violet",
};

export const toneBorder: Record<Tone, string> = {
  neutral: "border-neutral",
  accent: "border-accent",
  success: "border-success",
  warning: "border-warning",
  danger: "border-danger",
  orange: "border-orange",
  violet: "border-violet",
};

export const toneSoft: Record<Tone, string> = {
  neutral: "bg-neutral-soft text-muted",
  accent: "bg-accent-soft text-accent-text",
  success: "bg-success-soft text-success-text",
  warning: "bg-warning-soft text-warning-text",
  danger: "bg-danger-soft text-danger-text",
  orange: "bg-orange-soft text-orange-text",
  violet: "bg-violet-soft text-violet-text",
};
