import { useState } from "react";
import type { Account, AccountPatch } from "../../../server/contract/account.ts";
import { issueAt } from "../../api/api_problem.ts";
import { Card } from "../../ui/data/card.tsx";
import { PasswordField } from "../../ui/inputs/password_field.tsx";
import { TextField } from "../../ui/inputs/text_field.tsx";
import { useToast } from "../../ui/feedback/use_toast.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { DraftRow, useDraft } from "../../shared/settings/draft_rows.tsx";
import { PictureRow } from "./picture_row.tsx";
import { useAccountAction } from "./use_account.ts";

/** Name and picture. */
export function AccountCard({ account }: { account: Account }) {
  const { t } = useMessages();
  return (
    <Card title={t("security.account")} help={t("security.accountHelp")} flush>
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
  const { mutate, isPending, error, reset } = useAccountAction((api, next: AccountPatch) =>
    api.patch<Account>("/account", next, { version })
  );
  const name = draft.trim();
  const changed = row.changed && name !== username;
  const label = t("security.username");
  const currentLabel = t("security.current");
  const missing = tried && current === "" ? t("form.required", { label: currentLabel }) : undefined;
  const forget = () => {
    setCurrent("");
    setTried(false);
  };
  const save = () => {
    setTried(true);
    if (name === "" || current === "") return;
    mutate({ username: name, current }, {
      onSuccess: () => {
        forget();
        toast.message("success", t("security.usernameSaved"));
      },
      onError: (problem) =>
        issueAt(problem, "username") ?? issueAt(problem, "current") ?? toast.problem(problem),
    });
  };
  return (
    <DraftRow
      title={label}
      help={t("security.usernameHelp")}
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
          error={name === "" ? t("form.required", { label }) : issueAt(error, "username")}
          maxLength={64}
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
