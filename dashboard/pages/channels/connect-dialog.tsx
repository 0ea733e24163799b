import type { ReactNode } from 'react';
import type { ConnectedChannel } from '../../../functions/model/channels/connected-channel.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { Button } from '../../components/controls/button.tsx';
import { Form } from '../../components/controls/form.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx';
import { en } from '../../texts/en.ts';

const texts = en.channels.connect;

export interface ConnectDialogProps {
  current: ConnectedChannel;
  onClose: () => void;
}

interface FrameProps extends ConnectDialogProps {
  children: ReactNode;
  error: ApiProblem | null;
  isPending: boolean;
  onSubmit: () => void;
}

/** The same form for a new account and for a new token of the connected one. */
export const ConnectDialog = ({ current, children, error, isPending, onSubmit, onClose }: FrameProps) => {
  const name = en.channels.names[current.channel];
  const isNew = current.state === 'not_connected';
  const submit = () => {
    if (!isPending) onSubmit();
  };
  return (
    <Dialog
      title={isNew ? texts.title(name) : texts.againTitle(name)}
      lead={isNew ? texts.lead : texts.againLead}
      onClose={isPending ? undefined : onClose}
    >
      <Form onSubmit={submit}>
        {children}
        {error && <Problem error={error} />}
        <DialogActions>
          <Button onPress={onClose} isDisabled={isPending}>
            {texts.cancel}
          </Button>
          <Button variant="primary" type="submit" isPending={isPending}>
            {isNew ? texts.submit : texts.again}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
