import { useState } from 'react';
import { Card } from '../../components/content/card.tsx';
import content from '../../components/content/content.module.css';
import { Button } from '../../components/controls/button.tsx';
import { Form } from '../../components/controls/form.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { playgroundTexts } from '../../texts/en/playground.ts';
import styles from './playground.module.css';
import type { PlaygroundKey } from './use-playground-key.ts';

const texts = playgroundTexts;

const keyPattern = /^(svc|legacy)_live_[\w-]{8,200}$/;

/** Shows and changes the key with which the page calls the API. */
export const KeyCard = ({ playgroundKey }: { playgroundKey: PlaygroundKey }) => {
  const { held, renew, adopt, isPending, error } = playgroundKey;
  const [isEntering, setEntering] = useState(false);
  const note = held ? (held.isOwn ? texts.key.own : texts.key.kept) : texts.key.none;
  const take = (secret: string) => {
    adopt(secret);
    setEntering(false);
  };
  return (
    <Card title={texts.key.title}>
      <div className={content.section}>
        <p className={styles.muted}>
          {held && <code className={styles.prefix}>{held.prefix}…</code>}
          {note}
        </p>
        {isEntering ? (
          <KeyForm onTake={take} onCancel={() => setEntering(false)} />
        ) : (
          <div className={content.row}>
            <Button
              size="small"
              {...(held ? {} : { variant: 'primary' as const })}
              isPending={isPending}
              onPress={() => void renew().catch(() => undefined)}
            >
              {held ? texts.key.renew : texts.key.create}
            </Button>
            <Button size="small" onPress={() => setEntering(true)}>
              {texts.key.useOwn}
            </Button>
          </div>
        )}
        {error && <Problem error={error} title={texts.key.failed} />}
      </div>
    </Card>
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
