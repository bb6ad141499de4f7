import { Send } from "lucide-react";
import { useMessages } from "../../messages/use_messages.tsx";
import { Button } from "../../ui/inputs/button.tsx";
import type { ChannelForm } from "./use_channel_form.ts";

/** Sends a test with the values in the form, without saving them. */
export function TestButton({ form, className }: { form: ChannelForm; className?: string }) {
  const { t } = useMessages();
  const { busy, setTried, testable, test } = form;
  const send = () => {
    setTried();
    if (testable) void test();
  };
  return (
    <Button
      icon={<Send size={16} aria-hidden />}
      loading={busy === "test"}
      keepsFocus
      onClick={send}
      {...(className && { className })}
    >
      {t(busy === "test" ? "notifications.testing" : "notifications.test")}
    </Button>
  );
}
