import UserPlus from 'lucide-react/icons/user-plus';
import type { Channel } from '../../../../functions/model/channels/channel.ts';
import type { PlaygroundCustomer } from '../../../../functions/model/playground/playground.ts';
import { Avatar } from '../../../components/content/avatar.tsx';
import { Button } from '../../../components/controls/button.tsx';
import { Select } from '../../../components/controls/select.tsx';
import { playgroundTexts } from '../../../texts/en/playground.ts';
import { type Customer, nameOf } from '../customer.ts';
import styles from './phone.module.css';

const texts = playgroundTexts;

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

export const CustomerBar = ({ channels, channel, customers, customer, mayManage, ...actions }: CustomerBarProps) => {
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
                : all.map(({ id, name }) => ({ value: id, label: name && name !== id ? `${name} · ${id}` : id }))
            }
            onChange={actions.onCustomer}
          />
        </div>
        {mayManage && (
          <Button size="icon" variant="ghost" aria-label={texts.phone.add} onPress={actions.onAdd}>
            <UserPlus aria-hidden="true" />
          </Button>
        )}
      </div>
    </header>
  );
};
