import { useState } from 'react';
import { playgroundScopes } from '../../../../functions/model/playground/playground.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Form } from '../../../components/controls/form.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';
import { playgroundTexts } from '../../../texts/en/playground.ts';
import page from '../playground-page.module.css';
import type { PlaygroundKey } from '../use-playground-key.ts';
import styles from './examples.module.css';

const texts = playgroundTexts.key;
const keyPattern = /^(svc|legacy)_live_[\w-]{8,200}$/;
const scopes = new Intl.ListFormat('en').format(playgroundScopes);

/** With which key the examples run. */
export const KeyBar = ({ playgroundKey: { held, renew, adopt, isPending } }: { playgroundKey: PlaygroundKey }) => {
  const [isEntering, setEntering] = useState(false);
  const note = held ? (held.isOwn ? texts.own : texts.kept) : texts.none(scopes);
  const take = (secret: string) => {
    adopt(secret);
    setEntering(false);
  };
  return (
    <div className={styles.key}>
      <p className={page.muted}>
        {held && <code className={styles.prefix}>{held.prefix}…</code>}
        {note}
      </p>
      {isEntering ? (
        <KeyForm onTake={take} onCancel={() => setEntering(false)} />
      ) : (
        <div className={page.row}>
          {held && (
            <Button size="small" isPending={isPending} onPress={() => void renew().catch(() => undefined)}>
              {texts.renew}
            </Button>
          )}
          <Button size="small" {...(held ? { variant: 'ghost' as const } : {})} onPress={() => setEntering(true)}>
            {texts.useOwn}
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
    <Form className={page.section} onSubmit={submit}>
      <TextField
        label={texts.field}
        error={isChecked && !isValid ? texts.fieldFault : undefined}
        value={secret}
        onChange={setSecret}
        isMonospaced
        autoFocus
        autoComplete="off"
      />
      <div className={page.row}>
        <Button size="small" type="submit" variant="primary">
          {texts.use}
        </Button>
        <Button size="small" variant="ghost" onPress={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </Form>
  );
};
