import { CircleUser, Trash2, Upload } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { useApi } from "../../api/use_api.tsx";
import { Button } from "../../ui/inputs/button.tsx";
import { IconButton } from "../../ui/inputs/icon_button.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { SettingRow } from "../../shared/settings/setting_row.tsx";
import { useAccountAction } from "./use_account.ts";
import { lazyDialog } from "../../ui/feedback/lazy.tsx";

const CropDialog = lazyDialog(() => import("./crop_dialog.tsx"));

/** The picture of the account, and the ways to another or none. */
export function PictureRow({ address }: { address: string | null }) {
  const { t } = useMessages();
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const { mutate, isPending } = useAccountAction((api) => api.delete<void>("/account/avatar"));
  const open = async (file: File | undefined) => {
    if (!file) return;
    const bitmap = await createImageBitmap(file).catch(() => null);
    if (bitmap === null) toast.message("danger", t("security.pictureBroken"));
    setPicture(bitmap);
  };
  const remove = () =>
    mutate(undefined, {
      onSuccess: () => toast.message("success", t("security.pictureRemoved")),
      onError: toast.problem,
    });
  return (
    <SettingRow title={t("security.picture")} help={t("security.pictureHelp")}>
      <div className="flex items-center gap-3">
        <Visible address={address} />
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg"
          aria-label={t("security.choosePicture")}
          className="hidden"
          onChange={(event) => {
            void open(event.target.files?.[0]);
            event.target.value = ""; // the same file may be chosen again
          }}
        />
        <Button icon={<Upload size={14} aria-hidden />} onClick={() => input.current?.click()}>
          {t("security.choosePicture")}
        </Button>
        {address && (
          <IconButton
            label={t("security.removePicture")}
            icon={<Trash2 size={16} />}
            loading={isPending}
            onClick={remove}
          />
        )}
      </div>
      <Suspense>
        {picture && <CropDialog picture={picture} onClose={() => setPicture(null)} />}
      </Suspense>
    </SettingRow>
  );
}

function Visible({ address }: { address: string | null }) {
  const api = useApi();
  if (address === null) return <CircleUser size={40} aria-hidden className="text-faint" />;
  return <img src={api.url(address)} alt="" className="size-10 rounded-full" />;
}
