import { type ReactNode, useState } from 'react';
import { Button } from '../components/controls/button.tsx';
import { Checkbox } from '../components/controls/checkbox.tsx';
import { Dialog, DialogActions } from '../components/overlays/dialog.tsx';
import { messages } from '../messages/en.ts';
import { useStay } from './stay.ts';

interface SecretDialogProps {
  title: string;
  lead: string;
  children: ReactNode;
  onSaved: () => void;
  /** Another way to go on, once the secret is saved. */
  next?: { label: string; onPress: () => void };
}

/** The only time that a secret is shown, so nothing but the person's own word closes it. */
export const SecretDialog = ({ title, lead, children, onSaved, next }: SecretDialogProps) => {
  const [isSaved, setSaved] = useState(false);
  useStay();
  return (
    <Dialog title={title} lead={lead}>
      {children}
      <Checkbox isSelected={isSaved} onChange={setSaved}>
        {messages.apiKeys.created.saved}
      </Checkbox>
      <DialogActions>
        <Button variant={next ? 'secondary' : 'primary'} isDisabled={!isSaved} onPress={onSaved}>
          {messages.apiKeys.created.done}
        </Button>
        {next && (
          <Button variant="primary" isDisabled={!isSaved} onPress={next.onPress}>
            {next.label}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
};
