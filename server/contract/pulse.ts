// What became of the requests to the address of the panel's own pulse.
import * as z from "zod";
import { instant } from "./shapes.ts";

/** Why a request failed: the status of the response, no response in time, or no connection. */
export const pulseProblem = z.object({
  code: z.enum(["status", "timeout", "unreachable"]),
  detail: z.string().meta({ description: "The status, or what the system says; never the address" }),
});
export type PulseProblem = z.infer<typeof pulseProblem>;

export const pulseState = z.object({
  host: z.string().nullable().meta({ description: "Host of the address; null if none is set" }),
  lastSuccessAt: instant.nullable().meta({ description: "When this address last accepted a request" }),
  lastFailureAt: instant.nullable().meta({
    description: "The last failure since then; null if there was none",
  }),
  failures: z.int().meta({ description: "Number of failures in a row" }),
  problem: pulseProblem.nullable().meta({ description: "Why the last request failed; null if it did not" }),
  downAt: instant.nullable().meta({ description: "When the third request in a row failed; null otherwise" }),
}).meta({ id: "PulseState" });
export type PulseState = z.infer<typeof pulseState>;
