import { useState } from 'react';
import { messagesPerSecondRange } from '../../../functions/model/channels/connected-channel.ts';
import { useOperation } from '../../api/use-operation.ts';
import { TextField } from '../../components/controls/text-field.tsx';
import { toast } from '../../components/feedback/toast.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';
import { IdField, idFault, TokenField, tokenFault } from './account-fields.tsx';
import { ConnectDialog, type ConnectDialogProps } from './connect-dialog.tsx';

const { connect: texts, facts, names } = en.channels;
const { min, max } = messagesPerSecondRange;

export const ConnectMsgappDialog = ({ current, onClose }: ConnectDialogProps) => {
  const workspace_id = useWorkspace().id;
  const connect = useOperation('connectMsgapp', ['listChannels']);
  const [phoneNumberId, setPhoneNumberId] = useState(current.account_id ?? '');
  const [wabaId, setWabaId] = useState(current.waba_id ?? '');
  const [token, setToken] = useState('');
  const [pace, setPace] = useState(String(current.messages_per_second ?? ''));
  const [isChecked, setChecked] = useState(false);
  const isNew = current.account_id === null;

  const submit = () => {
    setChecked(true);
    if (idFault(phoneNumberId) || idFault(wabaId) || tokenFault(token) || paceFault(pace)) return;
    const input = {
      phone_number_id: phoneNumberId.trim(),
      waba_id: wabaId.trim(),
      access_token: token.trim(),
      ...(pace.trim() === '' ? {} : { messages_per_second: Number(pace) }),
    };
    connect.mutate(
      { params: { workspace_id }, input },
      {
        onSuccess: () => {
          toast(texts.done(names.msgapp));
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
        label={facts.phoneNumberId}
        hint={texts.phoneNumberIdHint}
        value={phoneNumberId}
        onChange={setPhoneNumberId}
        isChecked={isChecked}
        autoFocus={isNew}
      />
      <IdField label={facts.wabaId} hint={texts.wabaIdHint} value={wabaId} onChange={setWabaId} isChecked={isChecked} />
      <TokenField value={token} onChange={setToken} isChecked={isChecked} autoFocus={!isNew} />
      <TextField
        label={texts.pace}
        hint={texts.paceHint(min, max)}
        error={isChecked ? paceFault(pace) : undefined}
        inputMode="numeric"
        value={pace}
        onChange={setPace}
        autoComplete="off"
      />
    </ConnectDialog>
  );
};

const paceFault = (pace: string): string | undefined => {
  const isValid = pace.trim() === '' || (/^\d+$/.test(pace.trim()) && Number(pace) >= min && Number(pace) <= max);
  return isValid ? undefined : texts.paceMalformed(min, max);
};
