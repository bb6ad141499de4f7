import * as z from "zod";
import { instant } from "./shapes.ts";

const day = z.string().nullable().meta({ description: "Name of the day off; null if it has none" });

/** What is unusual about a due time. */
export const timeRemark = z.discriminatedUnion("code", [
  z.object({
    code: z.enum(["shifted_by_gap", "repeated_hour"]),
    wallTime: z.string().meta({
      description: "Time of day that does not exist or occurs twice because of a clock change",
    }),
  }),
  z.object({
    code: z.literal("moved"),
    movedFrom: instant.meta({ description: "Time on a day off from which the calendar moved it" }),
    day,
  }),
  z.object({ code: z.literal("dropped"), day }).meta({
    description: "The task does not run at this time, because it is on a day off",
  }),
]).meta({ id: "TimeRemark" });
export type TimeRemark = z.infer<typeof timeRemark>;
