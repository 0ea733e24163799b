import { useState } from 'react';
import {
  accessTokenPattern,
  accountIdPattern,
  type ConnectedChannel,
  messagesPerSecondRange,
} from '../../../functions/model/channels/connected-channel.ts';
import { useOperation } from '../../api/use-operation.ts';
import { TextField } from '../../components/controls/text-field.tsx';
import { FormDialog } from '../../components/overlays/form-dialog.tsx';
import { useDraft } from '../../context/draft.ts';
import { channelTexts } from '../../texts/en/channels.ts';

const { connect: texts, facts, names } = channelTexts;
const { min, max } = messagesPerSecondRange;

interface ConnectDialogProps {
  current: ConnectedChannel;
  onClose: () => void;
}

/** The same form for a new account and for a new token of the connected one. */
export const ConnectDialog = ({ current, onClose }: ConnectDialogProps) => {
  const isMsgapp = current.channel === 'msgapp';
  const isNew = current.state === 'not_connected';
  const name = names[current.channel];
  const whenDone = { done: texts.done(name), onDone: onClose };
  const connectMsgapp = useOperation('connectMsgapp', ['listChannels'], whenDone);
  const connectSocial = useOperation('connectSocial', ['listChannels'], whenDone);
  const [accountId, setAccountId] = useDraft('account', current.account_id ?? '');
  const [wabaId, setWabaId] = useDraft('waba', current.waba_id ?? '');
  const [token, setToken] = useState('');
  const [pace, setPace] = useDraft('pace', String(current.messages_per_second ?? ''));
  const [isChecked, setChecked] = useState(false);

  const submit = () => {
    setChecked(true);
    if (idFault(accountId) || tokenFault(token)) return;
    const id = accountId.trim();
    const access_token = token.trim();
    if (!isMsgapp) return connectSocial.mutate({ input: { account_id: id, access_token } });
    if (idFault(wabaId) || paceFault(pace)) return;
    const messages_per_second = pace.trim() === '' ? {} : { messages_per_second: Number(pace) };
    const input = { phone_number_id: id, waba_id: wabaId.trim(), access_token, ...messages_per_second };
    connectMsgapp.mutate({ input });
  };
  return (
    <FormDialog
      title={isNew ? texts.title(name) : texts.againTitle(name)}
      lead={isNew ? texts.lead : texts.againLead}
      action={isNew ? texts.submit : texts.again}
      operation={isMsgapp ? connectMsgapp : connectSocial}
      onSubmit={submit}
      onClose={onClose}
    >
      <IdField
        label={isMsgapp ? facts.phoneNumberId : facts.accountId}
        hint={isMsgapp ? texts.phoneNumberIdHint : texts.accountIdHint}
        value={accountId}
        onChange={setAccountId}
        isChecked={isChecked}
        autoFocus={isNew}
      />
      {isMsgapp && (
        <IdField
          label={facts.wabaId}
          hint={texts.wabaIdHint}
          value={wabaId}
          onChange={setWabaId}
          isChecked={isChecked}
        />
      )}
      <TokenField value={token} onChange={setToken} isChecked={isChecked} autoFocus={!isNew} />
      {isMsgapp && (
        <TextField
          label={texts.pace}
          hint={texts.paceHint(min, max)}
          error={isChecked ? paceFault(pace) : undefined}
          inputMode="numeric"
          value={pace}
          onChange={setPace}
          autoComplete="off"
        />
      )}
    </FormDialog>
  );
};

interface FieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Faults show after the first attempt to submit. */
  isChecked: boolean;
  autoFocus?: boolean;
}

const IdField = ({ isChecked, ...props }: FieldProps & { label: string; hint: string }) => (
  <TextField
    {...props}
    error={isChecked ? idFault(props.value) : undefined}
    isMonospaced
    isRequired
    autoComplete="off"
    spellCheck="false"
  />
);

/** A password field hides the token from people nearby. */
const TokenField = ({ isChecked, ...props }: FieldProps) => (
  <TextField
    {...props}
    label={texts.token}
    hint={texts.tokenHint}
    error={isChecked ? tokenFault(props.value) : undefined}
    type="password"
    isMonospaced
    isRequired
    autoComplete="off"
    spellCheck="false"
  />
);

const idFault = (value: string): string | undefined => {
  if (value.trim() === '') return texts.idMissing;
  return accountIdPattern.test(value.trim()) ? undefined : texts.idMalformed;
};

const tokenFault = (value: string): string | undefined => {
  if (value.trim() === '') return texts.tokenMissing;
  return accessTokenPattern.test(value.trim()) ? undefined : texts.tokenMalformed;
};

const paceFault = (pace: string): string | undefined => {
  const isValid = pace.trim() === '' || (/^\d+$/.test(pace.trim()) && Number(pace) >= min && Number(pace) <= max);
  return isValid ? undefined : texts.paceMalformed(min, max);
};
