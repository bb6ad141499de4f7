import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from "react";
import type { Messages } from "./create_messages.ts";
import { zoneClocks } from "./zone_clocks.ts";

const MessagesContext = createContext<Messages | null>(null);

/** Provides the messages of the page's language to its children. */
export function MessagesProvider({ messages, children }: { messages: Messages; children: ReactNode }) {
  const version = useSyncExternalStore(zoneClocks.subscribe, zoneClocks.version);
  // Times have to be written anew once the panel's rules of a time zone are known to differ.
  const current = useMemo(() => version === 0 ? messages : { ...messages }, [messages, version]);
  return <MessagesContext value={current}>{children}</MessagesContext>;
}

/** Returns the messages of the page's language: `const { t, format } = useMessages()`. */
export function useMessages(): Messages {
  const messages = useContext(MessagesContext);
  if (!messages) throw new Error("useMessages outside of MessagesProvider");
  return messages;
}
