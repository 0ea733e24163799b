import type { ReactNode } from 'react';
import type { ConnectedChannel } from '../../../functions/model/channels/connected-channel.ts';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { accountNotices } from '../../texts/en/account-notices.ts';
import { en } from '../../texts/en.ts';
import styles from './channel-card.module.css';
import { limitWords, numberWords } from './notice-words.ts';

const texts = en.channels.facts;

export const ChannelFacts = ({ channel }: { channel: ConnectedChannel }) => (
  <dl className={styles.facts}>
    <Fact name={channel.channel === 'msgapp' ? texts.phoneNumberId : texts.accountId}>
      <code>{channel.account_id}</code>
    </Fact>
    {channel.waba_id !== null && (
      <Fact name={texts.wabaId}>
        <code>{channel.waba_id}</code>
      </Fact>
    )}
    {channel.messages_per_second !== null && (
      <Fact name={texts.pace}>{texts.perSecond(channel.messages_per_second)}</Fact>
    )}
    {channel.quality !== null && <Fact name={accountNotices.number}>{numberWords(channel.quality.event)}</Fact>}
    {channel.quality?.limit && <Fact name={accountNotices.limit}>{limitWords(channel.quality.limit)}</Fact>}
    <Fact name={texts.lastWebhook}>
      {channel.last_webhook_at === null ? texts.noWebhook : <RelativeTime at={channel.last_webhook_at} />}
    </Fact>
  </dl>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
