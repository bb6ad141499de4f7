// Accounts of a panel, and the invitations to it.
import * as z from "zod";
import { newPassword, username } from "./auth.ts";
import { roles } from "./roles.ts";
import { id, instant } from "./shapes.ts";
import { labels } from "./tasks.ts";

/** How long an invitation can be used (ms). */
export const INVITATION_LIFE_MS = 72 * 3_600_000;

const role = z.enum(roles);
const roleLabels = labels.min(1).nullable().meta({
  description: "The role holds for tasks with one of these labels only; null for the whole panel",
});

/** An account as administrators see it. */
export const accountEntry = z.object({
  id,
  username: z.string(),
  role,
  labels: z.array(z.string()).nullable(),
  disabled: z.boolean(),
  secondFactor: z.boolean(),
  passkeys: z.int().meta({ description: "Number of passkeys" }),
  sessions: z.int().meta({ description: "Number of active sessions" }),
  lastLoginAt: instant.nullable(),
  createdAt: instant,
  version: z.int(),
}).meta({ id: "AccountEntry" });
export type AccountEntry = z.infer<typeof accountEntry>;

export const accountChange = z.strictObject({
  role: role.optional(),
  labels: roleLabels.optional(),
  disabled: z.boolean().optional(),
}).meta({ id: "AccountChange" });
export type AccountChange = z.infer<typeof accountChange>;

export const invitationInput = z.strictObject({
  role,
  labels: roleLabels.default(null),
  username: username.nullable().default(null).meta({
    description: "The name that the account gets; null lets the person choose it",
  }),
  channelId: id.nullable().default(null).meta({
    description: "Channel of the panel through which the address is sent; null for none",
  }),
}).meta({ id: "InvitationInput" });
export type InvitationInput = z.infer<typeof invitationInput>;

/** An invitation that has not been used and has not expired. */
export const invitation = z.object({
  id,
  role,
  labels: z.array(z.string()).nullable(),
  username: z.string().nullable(),
  createdBy: z.string(),
  createdAt: instant,
  expiresAt: instant,
}).meta({ id: "Invitation" });
export type Invitation = z.infer<typeof invitation>;

export const createdInvitation = z.object({
  id,
  url: z.string().meta({
    description:
      "Address of the page on which the invitation is used, once; its secret follows the `#`. Only this response contains it",
  }),
  expiresAt: instant,
  sent: z.object({
    channel: z.string().meta({ description: "Name of the channel" }),
    ok: z.boolean(),
    answer: z.string().meta({ description: "Response of the service, or why it was not sent" }),
  }).nullable().meta({ description: "Whether it was sent through the channel; null without one" }),
}).meta({ id: "CreatedInvitation" });
export type CreatedInvitation = z.infer<typeof createdInvitation>;

const token = z.string().min(1).max(100);

/** Body of `POST /api/auth/invitation/check`. */
export const invitationCheck = z.strictObject({ token });

/** What the invited person is told. */
export const checkedInvitation = invitation.omit({ id: true, createdAt: true }).meta({
  id: "CheckedInvitation",
});
export type CheckedInvitation = z.infer<typeof checkedInvitation>;

/** Body of `POST /api/auth/invitation`. */
export const invitationUse = z.strictObject({ token, username, password: newPassword });
export type InvitationUse = z.infer<typeof invitationUse>;
