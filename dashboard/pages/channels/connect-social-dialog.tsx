import { useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { toast } from '../../components/feedback/toast.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';
import { IdField, idFault, TokenField, tokenFault } from './account-fields.tsx';
import { ConnectDialog, type ConnectDialogProps } from './connect-dialog.tsx';

const { connect: texts, facts, names } = en.channels;

export const ConnectSocialDialog = ({ current, onClose }: ConnectDialogProps) => {
  const workspace_id = useWorkspace().id;
  const connect = useOperation('connectSocial', ['listChannels']);
  const [accountId, setAccountId] = useState(current.account_id ?? '');
  const [token, setToken] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isNew = current.account_id === null;

  const submit = () => {
    setChecked(true);
    if (idFault(accountId) || tokenFault(token)) return;
    connect.mutate(
      { params: { workspace_id }, input: { account_id: accountId.trim(), access_token: token.trim() } },
      {
        onSuccess: () => {
          toast(texts.done(names.social));
          onClose();
        },
      },
    );
  };
  return (
    <ConnectDialog
      current={current}
      error={connect.error}
      isPending={connect.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <IdField
        label={facts.accountId}
        hint={texts.accountIdHint}
        value={accountId}
        onChange={setAccountId}
        isChecked={isChecked}
        autoFocus={isNew}
      />
      <TokenField value={token} onChange={setToken} isChecked={isChecked} autoFocus={!isNew} />
    </ConnectDialog>
  );
};
