import type { Messages } from "../../messages/create_messages.ts";
import type { Tone } from "../../ui/tones.ts";

/** Something that needs attention, from one list of the API. */
export interface BellEntry {
  /** Identifies the entry; a repeated problem has another key. */
  key: string;
  /** Entries of one group become one item with a count. */
  group: string;
  /** ISO 8601. */
  at: string;
  title: (messages: Messages) => string;
  tone: Tone;
  href: string;
  /** Whether it is listed until it is over, whatever its age. */
  untilResolved?: true;
  /** For an update, which is new until this version has been seen, whatever its time. */
  version?: string;
}
