// Metrics for Prometheus, in its text format 0.0.4.

export interface Metric {
  name: string;
  help: string;
  type: "gauge" | "counter";
  values: readonly { labels?: Record<string, string>; value: number }[];
}

/** Formats metrics as text. */
export function metricsText(metrics: readonly Metric[]): string {
  return metrics.map(({ name, help, type, values }) => {
    const lines = values.map(({ labels = {}, value }) => `${name}${labelsText(labels)} ${value}`);
    return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ""].join("\n");
  }).join("");
}

function labelsText(labels: Record<string, string>): string {
  const written = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return written.length === 0 ? "" : `{${written.join(",")}}`;
}

function escaped(value: string): string {
  return value.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n");
}
