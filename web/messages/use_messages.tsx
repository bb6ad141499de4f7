import { createContext, type ReactNode, useContext } from "react";
import type { Messages } from "./create_messages.ts";

const MessagesContext = createContext<Messages | null>(null);

/** Provides the messages of the page's language to its children. */
export function MessagesProvider({ messages, children }: { messages: Messages; children: ReactNode }) {
  return <MessagesContext value={messages}>{children}</MessagesContext>;
}

/** Returns the messages of the page's language: `const { t, format } = useMessages()`. */
export function useMessages(): Messages {
  const messages = useContext(MessagesContext);
  if (!messages) throw new Error("useMessages outside of MessagesProvider");
  return messages;
}
