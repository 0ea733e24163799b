import { useState } from 'react';
import type { Channel } from '../../../functions/model/channels/channel.ts';
import { type ExampleId, exampleIds, playgroundScopes } from '../../../functions/model/playground/playground.ts';
import { Card } from '../../components/content/card.tsx';
import content from '../../components/content/content.module.css';
import { Tabs } from '../../components/content/tabs.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Form } from '../../components/controls/form.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { playgroundTexts } from '../../texts/en/playground.ts';
import type { Customer } from './customer.ts';
import { ExampleForm } from './example-form.tsx';
import styles from './playground.module.css';
import { useConversation } from './use-conversation.ts';
import type { PlaygroundKey } from './use-playground-key.ts';

const texts = playgroundTexts;

interface ExamplesCardProps {
  example: ExampleId;
  code: 'curl' | 'client';
  onExample: (example: ExampleId) => void;
  onCode: (code: 'curl' | 'client') => void;
  channel: Channel;
  customer: Customer | undefined;
  receiverUrl: string;
  playgroundKey: PlaygroundKey;
}

export const ExamplesCard = ({ example, onExample, channel, customer, receiverUrl, ...props }: ExamplesCardProps) => {
  const conversation = useConversation(channel, customer, props.playgroundKey);
  // The API sends to phone numbers only.
  const recipient = channel === 'msgapp' ? customer : undefined;
  const context = { customer: recipient, receiverUrl, conversationId: conversation.data?.conversationId };
  return (
    <Card title={texts.examples.title}>
      <div className={content.section}>
        <KeyBar playgroundKey={props.playgroundKey} />
        <Tabs
          label={texts.examples.list}
          tabs={exampleIds.map((value) => ({ value, label: texts.examples.texts[value].title }))}
          value={example}
          onChange={onExample}
        >
          <ExampleForm
            key={example}
            example={example}
            context={context}
            code={props.code}
            onCode={props.onCode}
            playgroundKey={props.playgroundKey}
          />
        </Tabs>
      </div>
    </Card>
  );
};

const keyPattern = /^(svc|legacy)_live_[\w-]{8,200}$/;
const scopes = new Intl.ListFormat('en').format(playgroundScopes);

/** Shows and changes the key with which the examples run. */
const KeyBar = ({ playgroundKey: { held, renew, adopt, isPending } }: { playgroundKey: PlaygroundKey }) => {
  const [isEntering, setEntering] = useState(false);
  const note = held ? (held.isOwn ? texts.key.own : texts.key.kept) : texts.key.none(scopes);
  const take = (secret: string) => {
    adopt(secret);
    setEntering(false);
  };
  return (
    <div className={styles.key}>
      <p className={styles.muted}>
        {held && <code className={styles.prefix}>{held.prefix}…</code>}
        {note}
      </p>
      {isEntering ? (
        <KeyForm onTake={take} onCancel={() => setEntering(false)} />
      ) : (
        <div className={content.row}>
          {held && (
            <Button size="small" isPending={isPending} onPress={() => void renew().catch(() => undefined)}>
              {texts.key.renew}
            </Button>
          )}
          <Button size="small" {...(held ? { variant: 'ghost' as const } : {})} onPress={() => setEntering(true)}>
            {texts.key.useOwn}
          </Button>
        </div>
      )}
    </div>
  );
};

const KeyForm = ({ onTake, onCancel }: { onTake: (secret: string) => void; onCancel: () => void }) => {
  const [secret, setSecret] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isValid = keyPattern.test(secret.trim());
  const submit = () => {
    setChecked(true);
    if (isValid) onTake(secret.trim());
  };
  return (
    <Form className={content.section} onSubmit={submit}>
      <TextField
        label={texts.key.field}
        error={isChecked && !isValid ? texts.key.fieldFault : undefined}
        value={secret}
        onChange={setSecret}
        isMonospaced
        autoFocus
        autoComplete="off"
      />
      <div className={content.row}>
        <Button size="small" type="submit" variant="primary">
          {texts.key.use}
        </Button>
        <Button size="small" variant="ghost" onPress={onCancel}>
          {texts.key.cancel}
        </Button>
      </div>
    </Form>
  );
};
