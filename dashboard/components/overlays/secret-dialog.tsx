import { type ReactNode, useEffect, useState } from 'react';
import { en } from '../../texts/en.ts';
import { CopyField } from '../content/copy-field.tsx';
import { Button } from '../controls/button.tsx';
import { Checkbox } from '../controls/checkbox.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

interface SecretDialogProps {
  title: string;
  lead: string;
  secret: { label: string; value: string };
  children?: ReactNode;
  onSaved: () => void;
  /** Another way to go on, once the secret is saved. */
  next?: { label: string; onPress: () => void };
}

/** The only time that a secret is shown, so nothing but a copy or the person's own word lets it close. */
export const SecretDialog = ({ title, lead, secret, children, onSaved, next }: SecretDialogProps) => {
  const [isSaved, setSaved] = useState(false);
  useLeaveWarning();
  return (
    <Dialog title={title} lead={lead}>
      <CopyField {...secret} onCopied={() => setSaved(true)} />
      {children}
      <Checkbox isSelected={isSaved} onChange={setSaved}>
        {en.secret.saved}
      </Checkbox>
      <DialogActions>
        <Button variant={next ? 'secondary' : 'primary'} isDisabled={!isSaved} onPress={onSaved}>
          {en.secret.done}
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

/** Holds the person on the page: Back stays here, and the browser asks before it reloads or closes the tab. */
const useLeaveWarning = (): void => {
  useEffect(() => {
    const hold = () => window.history.pushState(window.history.state, '', window.location.href);
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    hold();
    window.addEventListener('popstate', hold);
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('popstate', hold);
      window.removeEventListener('beforeunload', ask);
      window.history.back();
    };
  }, []);
};
