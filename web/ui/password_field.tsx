import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useWords } from "../words/use_words.tsx";
import { IconButton } from "./icon_button.tsx";
import { TextField } from "./text_field.tsx";

/** A password, hidden until the eye is pressed. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, "type" | "end">) {
  const { t } = useWords();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? "text" : "password"}
      spellCheck={false}
      autoCapitalize="off"
      end={
        <IconButton
          size="small"
          label={shown ? t("ui.hidePassword") : t("ui.showPassword")}
          icon={shown ? <EyeOff size={16} /> : <Eye size={16} />}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
