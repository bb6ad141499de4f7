import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { JavascriptRuntime, Settings } from "../../../../server/contract/settings.ts";
import { useSession } from "../../../api/use_session.ts";
import { rememberSettings } from "../../../shared/page/use_save_theme.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { editorBounds, useEditorSettings } from "../../../ui/editor/editor_settings.ts";
import { numberMessage } from "../../../ui/form/field_message.ts";
import { NumberField } from "../../../ui/inputs/number_field.tsx";
import { SegmentedControl } from "../../../ui/inputs/segmented_control.tsx";
import { Select } from "../../../ui/inputs/select.tsx";
import { useAction } from "../../../shared/actions/use_action.ts";
import { useMessages } from "../../../messages/use_messages.tsx";
import { useMay } from "../../../api/use_permissions.ts";

/** Renders the editor settings of this browser and the JavaScript runtime of the server. Changes apply at once. */
export default function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  const mayWriteSettings = useMay("system:write");
  return (
    <Dialog
      onClose={onClose}
      title={t("files.settingsTitle")}
      footer={<Button onClick={onClose}>{t("ui.close")}</Button>}
    >
      <div className="flex flex-col gap-5">
        <EditorFields />
        {mayWriteSettings && (
          <>
            <hr className="border-line" />
            <RuntimeField />
          </>
        )}
      </div>
    </Dialog>
  );
}

function EditorFields() {
  const { t } = useMessages();
  const [settings, change] = useEditorSettings();
  return (
    <>
      <p className="-mb-2 text-xs text-muted">{t("files.settingsHere")}</p>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <BoundedField
          label={t("files.fontSize")}
          unit="px"
          value={settings.fontSize}
          bounds={editorBounds.fontSize}
          onValue={(fontSize) => change({ fontSize })}
        />
        <BoundedField
          label={t("files.tabWidth")}
          value={settings.tabWidth}
          bounds={editorBounds.tabWidth}
          onValue={(tabWidth) => change({ tabWidth })}
        />
      </div>
      <SegmentedControl
        label={t("files.indentWith")}
        value={settings.indentWith}
        onValue={(indentWith) => change({ indentWith })}
        options={[
          { value: "spaces", label: t("files.indentSpaces") },
          { value: "tabs", label: t("files.indentTabs") },
        ]}
      />
      <SegmentedControl
        label={t("files.wrap")}
        value={settings.wrap}
        onValue={(wrap) => change({ wrap })}
        options={[
          { value: "auto", label: t("files.wrapAuto") },
          { value: "on", label: t("files.wrapOn") },
          { value: "off", label: t("files.wrapOff") },
        ]}
      />
    </>
  );
}

function BoundedField(
  { label, unit, value, bounds: { min, max }, onValue }: {
    label: string;
    unit?: string;
    value: number;
    bounds: { min: number; max: number };
    onValue: (value: number) => void;
  },
) {
  const { t } = useMessages();
  const [typed, setTyped] = useState<number | null>(value);
  return (
    <NumberField
      label={label}
      min={min}
      max={max}
      {...(unit && { unit })}
      value={typed}
      onValue={(next) => {
        setTyped(next);
        if (next !== null && next >= min && next <= max) onValue(next);
      }}
      error={numberMessage(typed, { label, min, max }, t)}
    />
  );
}

function RuntimeField() {
  const { t } = useMessages();
  const queries = useQueryClient();
  const { settings } = useSession();
  const { mutate, isPending } = useAction({
    send: async (api, javascriptRuntime: JavascriptRuntime) =>
      rememberSettings(queries, await api.patch<Settings>("/settings", { javascriptRuntime })),
    invalidates: [],
    done: "ui.saved",
  });
  return (
    <Select
      label={t("files.runtime")}
      help={t("files.runtimeHelp")}
      disabled={isPending}
      value={settings.javascriptRuntime}
      onValue={(runtime) => mutate(runtime)}
      options={[
        { value: "auto", label: t("files.runtimeAuto") },
        { value: "node", label: "Node.js" },
        { value: "deno", label: "Deno" },
      ]}
    />
  );
}
