import SendHorizontal from 'lucide-react/icons/send-horizontal';
import { type FormEvent, useState } from 'react';
import type { Channel } from '../../../../functions/model/channels/channel.ts';
import { type NewCustomerMessage, writtenTypes } from '../../../../functions/model/playground/playground.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Problem } from '../../../components/feedback/problem.tsx';
import { useWorkspace } from '../../../context/workspace.tsx';
import { playgroundTexts } from '../../../texts/en/playground.ts';
import type { Customer } from '../customer.ts';
import styles from './phone.module.css';

const texts = playgroundTexts;

/** Writes as the customer. What was typed stays when it could not be sent. */
export const Composer = ({ channel, customer: { id, name } }: { channel: Channel; customer: Customer }) => {
  const { id: workspaceId } = useWorkspace();
  const write = useOperation('writeAsCustomer', ['getPlayground']);
  const [text, setText] = useState('');
  const [type, setType] = useState<NewCustomerMessage['type']>('text');
  const types: readonly NewCustomerMessage['type'][] = writtenTypes[channel];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const written = text.trim();
    if ((type === 'text' && written === '') || write.isPending) return;
    write.mutate(
      {
        params: { workspace_id: workspaceId },
        input: { channel, from: id, type, ...(name ? { name } : {}), ...(written ? { text: written } : {}) },
      },
      {
        onSuccess: () => {
          setText('');
          setType('text');
        },
      },
    );
  };
  return (
    <form className={styles.composer} onSubmit={submit}>
      {write.error && <Problem error={write.error} title={texts.phone.sendFailed} />}
      {types.length > 1 && (
        <select
          className={styles.kindSelect}
          aria-label={texts.phone.kind}
          value={type}
          onChange={({ currentTarget }) => setType(types.find((each) => each === currentTarget.value) ?? 'text')}
        >
          {types.map((each) => (
            <option key={each} value={each}>
              {texts.types[each]}
            </option>
          ))}
        </select>
      )}
      <input
        className={styles.input}
        aria-label={texts.phone.message}
        placeholder={texts.phone.placeholder}
        value={text}
        maxLength={4_096}
        autoComplete="off"
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button variant="primary" size="icon" type="submit" aria-label={texts.phone.send} isPending={write.isPending}>
        {!write.isPending && <SendHorizontal aria-hidden="true" />}
      </Button>
    </form>
  );
};
