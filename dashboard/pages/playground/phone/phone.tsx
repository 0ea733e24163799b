import type { Channel } from '../../../../functions/model/channels/channel.ts';
import type { Playground } from '../../../../functions/model/playground/playground.ts';
import { playgroundTexts } from '../../../texts/en/playground.ts';
import { type Customer, nameOf } from '../customer.ts';
import { Composer } from './composer.tsx';
import { CustomerBar } from './customer-bar.tsx';
import { MessageLog } from './message-log.tsx';
import styles from './phone.module.css';
import { WindowBar } from './window-bar.tsx';

const texts = playgroundTexts.phone;

interface PhoneProps {
  playground: Playground;
  /** False while the messages are those of the customer before. */
  isCurrent: boolean;
  channel: Channel;
  customer: Customer | undefined;
  mayManage: boolean;
  onChannel: (channel: Channel) => void;
  onCustomer: (id: string) => void;
  onAdd: () => void;
}

export const Phone = ({ playground, isCurrent, channel, customer, mayManage, ...actions }: PhoneProps) => (
  <section className={styles.phone} aria-label={texts.title}>
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
    {mayManage && customer && <Composer key={`${channel} ${customer.id}`} channel={channel} customer={customer} />}
  </section>
);
