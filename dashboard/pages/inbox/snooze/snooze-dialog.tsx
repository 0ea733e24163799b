import { useState } from 'react';
import { TextField } from '../../../components/controls/text-field.tsx';
import { FormDialog } from '../../../components/overlays/form-dialog.tsx';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { inboxPartsTexts } from '../../../texts/en/inbox-parts.ts';
import { toLocalTime } from '../../../texts/time.ts';
import { isSnoozeTime, snoozeTimes } from './snooze-times.ts';

const texts = inboxPartsTexts.snooze;

interface SnoozeDialogProps {
  onSnooze: (until: string) => void;
  onClose: () => void;
}

export const SnoozeDialog = ({ onSnooze, onClose }: SnoozeDialogProps) => {
  const [at, setAt] = useState(() => toLocalTime(snoozeTimes(Date.now()).tomorrow));
  const [isChecked, setChecked] = useState(false);
  const atMs = Date.parse(at);
  const submit = () => {
    setChecked(true);
    if (!isSnoozeTime(atMs, Date.now())) return;
    onSnooze(new Date(atMs).toISOString());
    onClose();
  };
  return (
    <FormDialog title={texts.title} action={inboxTexts.snooze.label} onSubmit={submit} onClose={onClose}>
      <TextField
        label={texts.time}
        type="datetime-local"
        hint={texts.zone(Intl.DateTimeFormat().resolvedOptions().timeZone)}
        error={isChecked && !isSnoozeTime(atMs, Date.now()) ? texts.fault : undefined}
        value={at}
        onChange={setAt}
        autoFocus
      />
    </FormDialog>
  );
};
