import { Eye, EyeOff } from "../icons/icons.ts";
import { type ComponentProps, useState } from "react";
import { useMessages } from "../../messages/use_messages.tsx";
import { IconButton } from "../buttons/icon_button.tsx";
import { TextField } from "./text_field.tsx";

/** Renders a password field, hidden until the eye button is pressed. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, "type" | "end">) {
  const { t } = useMessages();
  const [isVisible, setVisible] = useState(false);
  return (
    <TextField
      {...props}
      type={isVisible ? "text" : "password"}
      spellCheck={false}
      autoCapitalize="off"
      end={
        <IconButton
          size="small"
          label={isVisible ? t("ui.hidePassword") : t("ui.showPassword")}
          icon={isVisible ? <EyeOff /> : <Eye />}
          aria-pressed={isVisible}
          onClick={() => setVisible(!isVisible)}
        />
      }
    />
  );
}
