import { useState } from 'react';
import type { Tool } from '../../../functions/model/webhooks/integration.ts';
import type { Output } from '../../api/call.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Button } from '../../components/controls/button.tsx';
import { Form } from '../../components/controls/form.tsx';
import {
  EventsField,
  hasFault,
  UrlField,
  type WebhookInput,
  WebhookProblem,
} from '../../components/webhooks/webhook-fields.tsx';
import { useDraft } from '../../context/draft.ts';
import { integrationTexts } from '../../texts/en/integrations.ts';
import styles from './integrations.module.css';

const texts = integrationTexts.connect;

export type CreatedConnection = Output<'connectIntegration'>['data'];

interface ConnectFormProps {
  tool: Tool;
  onConnected: (connection: CreatedConnection) => void;
  onCancel: () => void;
}

export const ConnectForm = ({ tool, onConnected, onCancel }: ConnectFormProps) => {
  const connect = useOperation('connectIntegration', ['listIntegrations'], { onDone: ({ data }) => onConnected(data) });
  const [input, setInput] = useDraft<WebhookInput>(`connect ${tool}`, { url: '', events: ['message.received'] });
  const [isChecked, setChecked] = useState(false);
  const fields = { value: input, onChange: setInput, isChecked };

  const submit = () => {
    setChecked(true);
    if (hasFault(input) || connect.isPending) return;
    connect.mutate({ params: { tool }, input: { url: input.url.trim(), events: [...input.events] } });
  };
  return (
    <Form className={styles.form} onSubmit={submit}>
      <ol className={styles.steps}>
        <li>{texts.stepAddress(integrationTexts.tools[tool])}</li>
        <li>
          <UrlField {...fields} problem={connect.error} label={texts.stepPaste} missing={texts.urlMissing} />
        </li>
        <li>
          <EventsField {...fields} label={texts.stepEvents} />
        </li>
      </ol>
      <WebhookProblem error={connect.error} />
      <div className={styles.actions}>
        <Button onPress={onCancel}>{texts.cancel}</Button>
        <Button variant="primary" type="submit" isPending={connect.isPending}>
          {texts.submit}
        </Button>
      </div>
    </Form>
  );
};
