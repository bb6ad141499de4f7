import { Copy, Pencil, Trash2 } from "../../../web/ui/icons/icons.ts";
import { type ReactNode, useState } from "react";
import { Button } from "../../../web/ui/buttons/button.tsx";
import { IconButton } from "../../../web/ui/buttons/icon_button.tsx";
import { useToast } from "../../../web/ui/feedback/use_toast.tsx";
import { FormDialog } from "../../../web/ui/form/form_dialog.tsx";
import { ConfirmDialog } from "../../../web/ui/overlays/confirm_dialog.tsx";
import { Dialog } from "../../../web/ui/overlays/dialog.tsx";
import { Menu } from "../../../web/ui/overlays/menu.tsx";
import { PeekPanel } from "../../../web/ui/overlays/peek_panel.tsx";
import { useNarrow } from "../../../web/ui/use_narrow.ts";
import { Example, Examples } from "../example.tsx";
import { samples } from "../messages.ts";
import { SampleFields, useRejectedForm } from "./form.tsx";

/** Renders a button for each overlay; the `data-opens` of a button names the picture that the test takes. */
export function OverlaySection() {
  return (
    <Examples narrow>
      <Example name="Dialog">
        <SampleDialog />
      </Example>
      <Example name="FormDialog">
        <Opener opens="form" label={samples.openForm}>
          {(close) => <RejectedDialog onClose={close} />}
        </Opener>
      </Example>
      <Example name="ConfirmDialog">
        <Opener opens="confirm" label={samples.openConfirm}>
          {(close) => (
            <ConfirmDialog
              danger
              title={samples.question}
              text={samples.text}
              confirmLabel={samples.remove}
              onConfirm={() => {}}
              onClose={close}
            />
          )}
        </Opener>
      </Example>
      <Example name="Menu">
        <SampleMenu />
      </Example>
      <Example name="Tooltip">
        <IconButton label={samples.openTooltip} icon={<Pencil />} />
      </Example>
      <Toasts />
      <Example name="PeekPanel" wide>
        <SamplePeek />
      </Example>
    </Examples>
  );
}

function Opener(
  { opens, label, children }: { opens: string; label: string; children: (close: () => void) => ReactNode },
) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button data-opens={opens} onClick={() => setOpen(true)}>{label}</Button>
      {open && children(() => setOpen(false))}
    </>
  );
}

function SampleDialog() {
  return (
    <Opener opens="dialog" label={samples.openDialog}>
      {(close) => (
        <Dialog
          onClose={close}
          title={samples.longName}
          description={samples.help}
          footer={
            <>
              <Button onClick={close}>{samples.skip}</Button>
              <Button variant="primary" onClick={close}>{samples.save}</Button>
            </>
          }
        >
          <p>{samples.text}</p>
        </Dialog>
      )}
    </Opener>
  );
}

function RejectedDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog form={useRejectedForm()} title={samples.edit} submitLabel={samples.save} onClose={onClose}>
      <SampleFields />
    </FormDialog>
  );
}

function SampleMenu() {
  return (
    <Menu
      align="start"
      entries={[
        { heading: samples.sampleName },
        { label: samples.edit, icon: <Pencil />, shortcut: "E", onSelect: () => {} },
        { label: samples.copy, icon: <Copy />, checked: true, onSelect: () => {} },
        { label: samples.disabled, disabled: true, onSelect: () => {} },
        { label: samples.longName, onSelect: () => {} },
        "separator",
        { label: samples.remove, icon: <Trash2 />, danger: true, onSelect: () => {} },
      ]}
    >
      <Button data-opens="menu">{samples.openMenu}</Button>
    </Menu>
  );
}

function Toasts() {
  const toast = useToast();
  const undo = { label: samples.edit, onSelect: () => {} };
  return (
    <>
      <Example name="Toast">
        <Button onClick={() => toast.message("success", samples.saved, undo)}>{samples.openMessage}</Button>
      </Example>
      <Example name="Notification">
        <Button onClick={() => toast.notify("danger", samples.notice, samples.noticeText)}>
          {samples.openNotification}
        </Button>
      </Example>
    </>
  );
}

/** Renders a panel beside a list; on a phone it would cover the page, so a button opens it. */
function SamplePeek() {
  const panel = (close: () => void) => (
    <PeekPanel
      label={samples.sampleName}
      name="gallery.peek"
      title={samples.longName}
      actions={<IconButton size="small" label={samples.edit} icon={<Pencil />} />}
      onClose={close}
      onStep={() => {}}
    >
      <p className="p-4 text-sm">{samples.text}</p>
    </PeekPanel>
  );
  if (useNarrow()) return <Opener opens="peek" label={samples.more}>{panel}</Opener>;
  return (
    <div className="flex h-40 rounded-md border border-line">
      <p className="flex-1 p-4 text-sm text-muted">{samples.emptyText}</p>
      {panel(() => {})}
    </div>
  );
}
