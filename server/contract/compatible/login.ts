// Logging in as clients of the compatible API know it.
import * as z from "zod";

/** Body of `POST /user/login`. */
export const userLogin = z.looseObject({ username: z.string().min(1), password: z.string().min(1) });
/** Body of `PUT /user/two-factor/login`. */
export const userCodeLogin = userLogin.extend({ code: z.string().min(1) });

export const userToken = z.object({
  token: z.string().meta({ description: "To send as `Authorization: Bearer`" }),
  lastip: z.string(),
  lastaddr: z.string(),
  lastlogon: z.int().meta({ description: "Time of the previous login, milliseconds since 1970; 0 for none" }),
  retries: z.int().meta({ description: "Failed attempts since the previous login" }),
  platform: z.enum(["desktop", "mobile"]),
});
