import { useRef, useState } from "react";
import type { Account, AccountPatch } from "../../../server/contract/account.ts";
import { issueAt } from "../../api/api_problem.ts";
import { Card } from "../../ui/data/card.tsx";
import { PasswordField } from "../../ui/inputs/password_field.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { DraftRow, useDraft } from "../../shared/settings/draft_rows.tsx";
import { useAccountAction, useAccountChange } from "./use_account.ts";
import { CircleUser, Trash2, Upload } from "../../ui/icons/icons.ts";
import { useApi } from "../../api/use_api.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { IconButton } from "../../ui/buttons/icon_button.tsx";
import { SettingRow } from "../../shared/settings/setting_row.tsx";
import { lazyDialog } from "../../ui/feedback/lazy.tsx";
import { accountLimits } from "../../../server/contract/limits/account.ts";

/** Renders the user's name and picture. */
export function AccountCard({ account }: { account: Account }) {
  const { t } = useMessages();
  return (
    <Card id="account" title={t("security.account")} help={t("security.accountHelp")} flush>
      <NameRow account={account} />
      <PictureRow address={account.avatar} />
    </Card>
  );
}

function NameRow({ account: { username, version } }: { account: Account }) {
  const { t } = useMessages();
  const toast = useToast();
  const { draft, setDraft, row } = useDraft(username);
  const [current, setCurrent] = useState("");
  const [tried, setTried] = useState(false);
  const { mutate, isPending, error, reset } = useAccountChange(
    (api, next: AccountPatch) => api.patch<Account>("/account", next, { version }),
    "security.usernameSaved",
  );
  const name = draft.trim();
  const changed = row.changed && name !== username;
  const label = t("security.username");
  const currentLabel = t("security.current");
  const missing = tried && current === "" ? t("ui.required", { label: currentLabel }) : undefined;
  const forget = () => {
    setCurrent("");
    setTried(false);
  };
  const save = () => {
    setTried(true);
    if (name === "" || current === "") return;
    mutate({ username: name, current }, {
      onSuccess: forget,
      onError: (problem) =>
        issueAt(problem, "username") ?? issueAt(problem, "current") ?? toast.problem(problem),
    });
  };
  return (
    <DraftRow
      id="username"
      {...row}
      reset={() => {
        forget();
        row.reset();
      }}
      busy={isPending}
      changed={changed}
      onSave={save}
    >
      <div className="flex flex-col gap-2">
        <TextField
          label={label}
          hideLabel
          value={draft}
          error={name === "" ? t("ui.required", { label }) : issueAt(error, "username")}
          maxLength={accountLimits.username}
          autoComplete="username"
          autoCapitalize="off"
          onChange={(event) => {
            setDraft(event.target.value);
            reset();
          }}
        />
        {changed && (
          <PasswordField
            label={currentLabel}
            value={current}
            error={missing ?? issueAt(error, "current")}
            autoComplete="current-password"
            onChange={(event) => {
              setCurrent(event.target.value);
              reset();
            }}
          />
        )}
      </div>
    </DraftRow>
  );
}

const CropDialog = lazyDialog(() => import("./crop_dialog.tsx"));

/** Renders the picture of the account, and buttons to change or remove it. */
function PictureRow({ address }: { address: string | null }) {
  const { t } = useMessages();
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const { mutate: remove, isPending } = useAccountAction(
    (api, _: void) => api.delete<void>("/account/avatar"),
    "security.pictureRemoved",
  );
  const open = async (file: File | undefined) => {
    if (!file) return;
    const bitmap = await createImageBitmap(file).catch(() => null);
    if (bitmap === null) toast.message("danger", t("security.pictureBroken"));
    setPicture(bitmap);
  };
  return (
    <SettingRow id="picture">
      <div className="flex items-center gap-3">
        <Picture address={address} />
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg"
          aria-label={t("security.choosePicture")}
          className="hidden"
          onChange={(event) => {
            void open(event.target.files?.[0]);
            event.target.value = ""; // allows selecting the same file again
          }}
        />
        <Button icon={<Upload size={14} />} onClick={() => input.current?.click()}>
          {t("security.choosePicture")}
        </Button>
        {address && (
          <IconButton
            label={t("security.removePicture")}
            icon={<Trash2 />}
            loading={isPending}
            onClick={() => remove()}
          />
        )}
      </div>
      {picture && <CropDialog picture={picture} onClose={() => setPicture(null)} />}
    </SettingRow>
  );
}

function Picture({ address }: { address: string | null }) {
  const api = useApi();
  if (address === null) return <CircleUser size={40} className="text-faint" />;
  return <img src={api.url(address)} alt="" className="size-10 rounded-full" />;
}
