import { useState } from 'react';
import type { Channel } from '../../../functions/model/channels/channel.ts';
import { TextField } from '../../components/controls/text-field.tsx';
import { FormDialog } from '../../components/overlays/form-dialog.tsx';
import { useDraft } from '../../context/draft.ts';
import { playgroundTexts } from '../../texts/en/playground.ts';
import { toCustomerId } from './customer.ts';

const texts = playgroundTexts.dialog;

interface CustomerDialogProps {
  channel: Channel;
  onAdd: (id: string, name: string) => void;
  onClose: () => void;
}

export const CustomerDialog = ({ channel, onAdd, onClose }: CustomerDialogProps) => {
  const [given, setGiven] = useDraft('customer', '');
  const [name, setName] = useDraft('name', '');
  const [isChecked, setChecked] = useState(false);
  const isPhone = channel === 'msgapp';
  const id = toCustomerId(channel, given);
  const fault = isPhone ? texts.phoneFault : texts.idFault;
  const submit = () => {
    setChecked(true);
    if (id !== undefined) onAdd(id, name.trim() || (isPhone ? '' : id));
  };
  return (
    <FormDialog title={texts.title} lead={texts.lead} action={texts.submit} onSubmit={submit} onClose={onClose}>
      <TextField
        label={isPhone ? texts.phone : texts.id}
        hint={isPhone ? texts.phoneHint : texts.idHint}
        error={isChecked && id === undefined ? fault : undefined}
        value={given}
        onChange={setGiven}
        isRequired
        autoFocus
        autoComplete="off"
        {...(isPhone ? { type: 'tel' as const } : {})}
      />
      <TextField label={texts.name} value={name} onChange={setName} maxLength={100} autoComplete="off" />
    </FormDialog>
  );
};
