import type { Account } from "../../../../server/contract/account.ts";
import { issueAt } from "../../../api/api_problem.ts";
import { Card } from "../../../ui/card.tsx";
import { TextField } from "../../../ui/text_field.tsx";
import { useToast } from "../../../ui/use_toast.tsx";
import { useWords } from "../../../words/use_words.tsx";
import { DraftRow, useDraft } from "../draft_rows.tsx";
import { PictureRow } from "./picture_row.tsx";
import { useAccountAct } from "./use_account.ts";

/** Name and picture. */
export function AccountCard({ account }: { account: Account }) {
  const { t } = useWords();
  return (
    <Card title={t("security.account")} help={t("security.accountHelp")} flush>
      <NameRow account={account} />
      <PictureRow address={account.avatar} />
    </Card>
  );
}

function NameRow({ account: { username, version } }: { account: Account }) {
  const { t } = useWords();
  const toast = useToast();
  const { draft, setDraft, row } = useDraft(username);
  const { mutate, isPending, error, reset } = useAccountAct((api, next: string) =>
    api.patch<Account>("/account", { username: next }, { version })
  );
  const name = draft.trim();
  const label = t("security.username");
  const save = () =>
    mutate(name, {
      onSuccess: () => toast.message("success", t("security.usernameSaved")),
      onError: (problem) => issueAt(problem, "username") ?? toast.problem(problem),
    });
  return (
    <DraftRow
      title={label}
      help={t("security.usernameHelp")}
      {...row}
      busy={isPending}
      changed={row.changed && name !== username}
      onSave={() => name !== "" && save()}
    >
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
    </DraftRow>
  );
}
