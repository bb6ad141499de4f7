import type { SystemLogLevel } from "../../../server/contract/system_log_levels.ts";
import type { Tone } from "../../ui/tones.ts";

export const levelTones: Record<SystemLogLevel, Tone> = {
  debug: "neutral",
  info: "accent",
  warn: "warning",
  error: "danger",
};
