import type { ChannelState, ConnectedChannel } from '../../../functions/model/channels/connected-channel.ts';
import { Card } from '../../components/content/card.tsx';
import { CopyField } from '../../components/content/copy-field.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import type { Tone } from '../../components/feedback/tone.ts';
import { en } from '../../texts/en.ts';
import { AccountErrorNotice } from './account-error-notice.tsx';
import { AccountWarnings } from './account-warnings.tsx';
import styles from './channel-card.module.css';
import { ChannelFacts } from './channel-facts.tsx';
import { isLowQuality } from './notice-words.ts';

const texts = en.channels;

const tones: Record<ChannelState, Tone> = { not_connected: 'off', connected: 'ok', failing: 'bad' };

interface ChannelCardProps {
  channel: ConnectedChannel;
  mayManage: boolean;
  onConnect: () => void;
  onNewSecret: () => void;
  onDisconnect: () => void;
}

export const ChannelCard = ({ channel, mayManage, ...on }: ChannelCardProps) => {
  const name = texts.names[channel.channel];
  const isConnected = channel.state !== 'not_connected';
  return (
    <Card title={name} actions={<StateBadge channel={channel} />}>
      <div className={styles.channel}>
        {channel.last_error && <AccountErrorNotice error={channel.last_error} />}
        <AccountWarnings channel={channel} />
        {isConnected ? (
          <ChannelFacts channel={channel} />
        ) : (
          <p className={styles.about}>{mayManage ? texts.about[channel.channel] : texts.aboutReadOnly}</p>
        )}
        {(isConnected || mayManage) && <WebhookAddress channel={channel} />}
        {mayManage && <Controls channel={channel} {...on} />}
      </div>
    </Card>
  );
};

/** An account that still sends may be about to lose that. */
const StateBadge = ({ channel }: { channel: ConnectedChannel }) => {
  const isWarned = channel.state === 'connected' && (channel.warning !== null || isLowQuality(channel));
  return isWarned ? (
    <Badge tone="warn">{texts.states.failing}</Badge>
  ) : (
    <Badge tone={tones[channel.state]}>{texts.states[channel.state]}</Badge>
  );
};

const WebhookAddress = ({ channel: { channel, webhook_url } }: { channel: ConnectedChannel }) => (
  <div className={styles.address}>
    <h3 className={styles.label}>{texts.webhook.title}</h3>
    <CopyField label={texts.webhook.label(texts.names[channel])} value={webhook_url} />
    <p className={styles.hint}>{channel === 'web' ? texts.webhook.web : texts.webhook.hub}</p>
  </div>
);

const Controls = ({ channel, onConnect, onNewSecret, onDisconnect }: Omit<ChannelCardProps, 'mayManage'>) => {
  const name = texts.names[channel.channel];
  if (channel.state === 'not_connected') {
    return (
      <div className={styles.controls}>
        <Button variant="primary" aria-label={texts.connect.label(name)} onPress={onConnect}>
          {texts.connect.action}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.controls}>
      {channel.channel === 'web' ? (
        <Button onPress={onNewSecret}>{texts.web.newSecret}</Button>
      ) : (
        <Button
          variant={channel.state === 'failing' ? 'primary' : 'secondary'}
          aria-label={texts.connect.againLabel(name)}
          onPress={onConnect}
        >
          {texts.connect.again}
        </Button>
      )}
      <Button variant="danger-ghost" aria-label={texts.disconnect.label(name)} onPress={onDisconnect}>
        {texts.disconnect.action}
      </Button>
    </div>
  );
};
