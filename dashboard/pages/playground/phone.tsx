import SendHorizontal from 'lucide-react/icons/send-horizontal';
import UserPlus from 'lucide-react/icons/user-plus';
import { type FormEvent, useState } from 'react';
import type { Channel } from '../../../functions/model/channels/channel.ts';
import {
  type NewCustomerMessage,
  type Playground,
  type PlaygroundCustomer,
  writtenTypes,
} from '../../../functions/model/playground/playground.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Avatar } from '../../components/content/avatar.tsx';
import { useNow } from '../../components/content/relative-time.tsx';
import { Button, IconButton } from '../../components/controls/button.tsx';
import { Select } from '../../components/controls/select.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { playgroundTexts } from '../../texts/en/playground.ts';
import { usePhoneFormat } from '../../texts/phone.ts';
import { type Customer, nameOf, shownId } from './customer.ts';
import { MessageLog } from './message-log.tsx';
import styles from './phone.module.css';

const texts = playgroundTexts;

interface PhoneProps {
  playground: Playground;
  /** False while the messages are still those of the previous customer. */
  isCurrent: boolean;
  channel: Channel;
  customer: Customer | undefined;
  mayManage: boolean;
  onChannel: (channel: Channel) => void;
  onCustomer: (id: string) => void;
  onAdd: () => void;
}

export const Phone = ({ playground, isCurrent, channel, customer, mayManage, ...actions }: PhoneProps) => {
  usePhoneFormat();
  return (
    <section className={styles.phone} aria-label={texts.phone.title}>
      <CustomerBar
        channels={playground.channels}
        channel={channel}
        customers={playground.customers}
        customer={customer}
        mayManage={mayManage}
        {...actions}
      />
      {customer && channel !== 'web' && (
        <WindowBar
          channel={channel}
          customer={customer}
          endsAt={playground.customers.find(({ id }) => id === customer.id)?.window_ends_at ?? null}
          mayManage={mayManage}
        />
      )}
      <MessageLog
        messages={isCurrent ? playground.messages : []}
        name={customer ? nameOf(customer) : undefined}
        mayManage={mayManage}
      />
      {mayManage && customer && (
        <CustomerComposer key={`${channel} ${customer.id}`} channel={channel} customer={customer} />
      )}
    </section>
  );
};

interface CustomerBarProps {
  channels: readonly Channel[];
  channel: Channel;
  customers: readonly PlaygroundCustomer[];
  customer: Customer | undefined;
  mayManage: boolean;
  onChannel: (channel: Channel) => void;
  onCustomer: (id: string) => void;
  onAdd: () => void;
}

/** An option has no elements, so the marks of Unicode keep the plus before the number, whatever the name's direction. */
const isolated = (id: string): string => `\u2066${shownId(id)}\u2069`;

const CustomerBar = ({ channels, channel, customers, customer, mayManage, ...actions }: CustomerBarProps) => {
  const isKnown = customers.some(({ id }) => id === customer?.id);
  const others: readonly Customer[] = customers.map((each) => (each.id === customer?.id ? customer : each));
  const all = customer && !isKnown ? [customer, ...others] : others;
  return (
    <header className={styles.bar}>
      {channels.length > 1 && (
        <Select
          label={texts.phone.channel}
          value={channel}
          options={channels.map((value) => ({ value, label: texts.channels[value] }))}
          onChange={(value) => actions.onChannel(channels.find((each) => each === value) ?? channel)}
        />
      )}
      <div className={styles.customer}>
        <Avatar name={customer ? nameOf(customer) : '?'} kind="person" />
        <div className={styles.choice}>
          <Select
            label={texts.phone.customer}
            value={customer?.id ?? ''}
            options={
              all.length === 0
                ? [{ value: '', label: texts.phone.none }]
                : all.map(({ id, name }) => ({
                    value: id,
                    label: name && name !== id ? `${name} · ${isolated(id)}` : isolated(id),
                  }))
            }
            onChange={actions.onCustomer}
          />
        </div>
        {mayManage && <IconButton icon={UserPlus} label={texts.phone.add} onPress={actions.onAdd} />}
      </div>
    </header>
  );
};

const hourMs = 3_600_000;

interface WindowBarProps {
  channel: 'msgapp' | 'social';
  customer: Customer;
  endsAt: string | null;
  mayManage: boolean;
}

/** Shows how long the business may send free text to the customer. The page's clock may be older than the end of a new window. */
const WindowBar = ({ channel, customer, endsAt, mayManage }: WindowBarProps) => {
  const change = useOperation('setPlaygroundWindow', ['getPlayground']);
  const nowMs = useNow();
  const leftMs = endsAt === null ? undefined : Date.parse(endsAt) - nowMs;
  const isOpen = leftMs === undefined || leftMs > 0;
  const set = (is_open: boolean) => change.mutate({ input: { channel, customer: customer.id, is_open } });
  return (
    <>
      <div className={styles.window} data-state={leftMs === undefined ? 'unknown' : isOpen ? 'open' : 'closed'}>
        <span role="status">
          {leftMs === undefined && texts.phone.windowUnknown}
          {leftMs !== undefined &&
            (isOpen ? texts.phone.windowOpen(Math.min(24, Math.ceil(leftMs / hourMs))) : texts.phone.windowClosed)}
        </span>
        {mayManage && (
          <Button size="small" variant="ghost" isPending={change.isPending} onPress={() => set(!isOpen)}>
            {isOpen ? texts.phone.closeWindow : texts.phone.openWindow}
          </Button>
        )}
      </div>
      {change.error && <Problem error={change.error} title={texts.phone.windowFailed} />}
    </>
  );
};

/** Writes as the customer. The text stays in the field if it could not be sent. */
const CustomerComposer = ({ channel, customer: { id, name } }: { channel: Channel; customer: Customer }) => {
  const write = useOperation('writeAsCustomer', ['getPlayground']);
  const [text, setText] = useState('');
  const [type, setType] = useState<NewCustomerMessage['type']>('text');
  const types: readonly NewCustomerMessage['type'][] = writtenTypes[channel];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const written = text.trim();
    if ((type === 'text' && written === '') || write.isPending) return;
    write.mutate(
      { input: { channel, from: id, type, ...(name ? { name } : {}), ...(written ? { text: written } : {}) } },
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
        <div className={styles.quiet}>
          <Select
            label={texts.phone.kind}
            isLabelHidden
            value={type}
            options={types.map((value) => ({ value, label: texts.types[value] ?? value }))}
            onChange={(value) => setType(types.find((each) => each === value) ?? 'text')}
          />
        </div>
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
