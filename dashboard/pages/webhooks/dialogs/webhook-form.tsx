import { useState } from 'react';
import type { NewWebhook } from '../../../../functions/model/webhooks/webhook.ts';
import type { ApiProblem } from '../../../api/problem.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Form } from '../../../components/controls/form.tsx';
import { Dialog, DialogActions } from '../../../components/overlays/dialog.tsx';
import {
  EventsField,
  hasFault,
  UrlField,
  type WebhookInput,
  WebhookProblem,
} from '../../../components/webhooks/webhook-fields.tsx';
import { en } from '../../../texts/en.ts';

const texts = en.webhooks;

interface WebhookFormProps {
  title: string;
  lead?: string;
  action: string;
  initial: WebhookInput;
  operation: { isPending: boolean; error: ApiProblem | null };
  onSubmit: (input: NewWebhook) => void;
  onClose: () => void;
}

/** The address and the events, for a new webhook and for one that changes. */
export const WebhookForm = ({ initial, action, operation, onSubmit, onClose, ...head }: WebhookFormProps) => {
  const [input, setInput] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const { isPending, error } = operation;
  const fields = { value: input, onChange: setInput, isChecked };
  const submit = () => {
    setChecked(true);
    if (hasFault(input) || isPending) return;
    onSubmit({ url: input.url.trim(), events: [...input.events] });
  };
  return (
    <Dialog {...head} onClose={isPending ? undefined : onClose}>
      <Form onSubmit={submit}>
        <UrlField {...fields} label={texts.fields.url} hint={texts.fields.urlHint} autoFocus />
        <EventsField {...fields} label={texts.fields.events} />
        <WebhookProblem error={error} />
        <DialogActions>
          <Button onPress={onClose} isDisabled={isPending}>
            {texts.create.cancel}
          </Button>
          <Button variant="primary" type="submit" isPending={isPending}>
            {action}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
