import type { ReactNode } from 'react';
import type { ChannelState, ConnectedChannel } from '../../../functions/model/channels/connected-channel.ts';
import type { SigningChannel } from '../../../functions/model/secret.ts';
import { Card } from '../../components/content/card.tsx';
import { CopyField } from '../../components/content/copy-field.tsx';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { Button, PageLink } from '../../components/controls/button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import type { Tone } from '../../components/feedback/tone.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { accountNotices } from '../../texts/en/account-notices.ts';
import { channelTexts } from '../../texts/en/channels.ts';
import { usePhoneFormat } from '../../texts/phone.ts';
import { isLowQuality, limitWords, reportWords, warningNotice, warningWords } from './account-texts.ts';
import styles from './channels.module.css';

const texts = channelTexts;

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
        <About channel={channel} mayManage={mayManage} />
        {isConnected && <ChannelFacts channel={channel} />}
        {(isConnected || mayManage) && <WebhookAddress channel={channel} mayManage={mayManage} />}
        <div className={styles.controls}>
          {channel.channel === 'web' && <ChatLink isNew={!isConnected && mayManage} />}
          {mayManage && <Controls channel={channel} {...on} />}
        </div>
      </div>
    </Card>
  );
};

/** A warning means that an account that still sends may soon be blocked. */
const StateBadge = ({ channel }: { channel: ConnectedChannel }) => {
  const isWarned = channel.state === 'connected' && (channel.warning !== null || isLowQuality(channel));
  return isWarned ? (
    <Badge tone="warn">{texts.warned}</Badge>
  ) : (
    <Badge tone={tones[channel.state]}>{texts.states[channel.state]}</Badge>
  );
};

/** Most websites need no server for it. */
const ChatLink = ({ isNew }: { isNew: boolean }) => {
  const { id } = useWorkspace();
  return (
    <PageLink variant={isNew ? 'primary' : 'secondary'} href={`/w/${id}/settings/channels/web-chat`}>
      {texts.web.open}
    </PageLink>
  );
};

/** Says when the channel last called us, which proves that it is set up, or else what is left to do. */
const About = ({
  channel: { channel, state, last_webhook_at },
  mayManage,
}: Pick<ChannelCardProps, 'channel' | 'mayManage'>) => {
  // An account that fails is mended first.
  if (state === 'failing' && last_webhook_at === null) return null;
  if (state === 'not_connected')
    return <p className={styles.about}>{mayManage ? texts.about[channel] : texts.aboutReadOnly}</p>;
  if (last_webhook_at === null) return <p className={styles.about}>{texts.silent[channel]}</p>;
  return (
    <p className={styles.about}>
      {texts.heard} <RelativeTime at={last_webhook_at} />.
    </p>
  );
};

/** Open while it is what is left to do. */
const WebhookAddress = ({ channel, mayManage }: Pick<ChannelCardProps, 'channel' | 'mayManage'>) => (
  <details open={channel.state === 'connected' && channel.last_webhook_at === null}>
    <summary className={styles.label}>{texts.webhook.title}</summary>
    <div className={styles.address}>
      <CopyField label={texts.webhook.label(texts.names[channel.channel])} value={channel.webhook_url} />
      {channel.channel === 'web' ? (
        <p className={styles.hint}>{texts.webhook.web}</p>
      ) : (
        <>
          <p className={styles.hint}>{texts.webhook.hub}</p>
          {mayManage && <VerifyToken channel={channel.channel} />}
        </>
      )}
    </div>
  </details>
);

/** The token alone gives no access, but the secret that contains it also contains the app secret, so it is not shown. */
const VerifyToken = ({ channel }: { channel: SigningChannel }) => (
  <details>
    <summary className={styles.label}>{texts.webhook.operator}</summary>
    <div className={styles.address}>
      <p className={styles.hint}>{texts.webhook.token(secretOutputs[channel])}</p>
      <CopyField label={texts.webhook.command} value={verifyTokenCommand(secretOutputs[channel])} />
    </div>
  </details>
);

const secretOutputs: Record<SigningChannel, string> = { msgapp: 'MsgappSecretArn', social: 'SocialSecretArn' };

const verifyTokenCommand = (output: string): string =>
  `aws secretsmanager get-secret-value --secret-id <${output}> --query SecretString --output text | jq -r .verify_token`;

const Controls = ({ channel, onConnect, onNewSecret, onDisconnect }: Omit<ChannelCardProps, 'mayManage'>) => {
  const name = texts.names[channel.channel];
  if (channel.state === 'not_connected') {
    return channel.channel === 'web' ? (
      <Button onPress={onConnect}>{texts.web.title}</Button>
    ) : (
      <Button variant="primary" aria-label={texts.connect.label(name)} onPress={onConnect}>
        {texts.connect.action}
      </Button>
    );
  }
  return (
    <>
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
    </>
  );
};

const ChannelFacts = ({ channel }: { channel: ConnectedChannel }) => {
  const formatPhone = usePhoneFormat();
  return (
    <dl className={styles.facts}>
      {channel.phone_number !== null && (
        <Fact name={texts.facts.phoneNumber}>
          <b dir="ltr">{formatPhone(channel.phone_number)}</b>
        </Fact>
      )}
      <Fact name={channel.channel === 'msgapp' ? texts.facts.phoneNumberId : texts.facts.accountId}>
        <code>{channel.account_id}</code>
      </Fact>
      {channel.waba_id !== null && (
        <Fact name={texts.facts.wabaId}>
          <code>{channel.waba_id}</code>
        </Fact>
      )}
      {channel.messages_per_second !== null && (
        <Fact name={texts.facts.pace}>{texts.facts.perSecond(channel.messages_per_second)}</Fact>
      )}
      {channel.quality !== null && <Fact name={accountNotices.number}>{reportWords(channel.quality.event)}</Fact>}
      {channel.quality?.limit && <Fact name={accountNotices.limit}>{limitWords(channel.quality.limit)}</Fact>}
    </dl>
  );
};

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const AccountErrorNotice = ({ error }: { error: NonNullable<ConnectedChannel['last_error']> }) => {
  const { title, advice } = error.fault ? texts.faults[error.fault] : texts.error.unknown;
  return (
    <Notice tone="bad" title={title}>
      <p>{advice}</p>
      <p>{texts.error.says(error.message)}</p>
      <p>
        {texts.error.firstSeen} <RelativeTime at={error.at} />
      </p>
    </Notice>
  );
};

/** Says what the channel reported about the account and its number, and what to do next. */
const AccountWarnings = ({ channel }: { channel: Pick<ConnectedChannel, 'warning' | 'quality'> }) => (
  <>
    {channel.warning && <AccountWarning warning={channel.warning} />}
    {channel.quality && isLowQuality(channel) && (
      <Notice tone="warn" title={accountNotices.lowQuality.title}>
        <p>{accountNotices.lowQuality.advice}</p>
        <Reported at={channel.quality.at} />
      </Notice>
    )}
  </>
);

const AccountWarning = ({ warning }: { warning: NonNullable<ConnectedChannel['warning']> }) => {
  const { title, advice } = warningNotice(warning);
  return (
    <Notice tone="warn" title={title}>
      {warningWords(warning).map((words) => (
        <p key={words}>{words}</p>
      ))}
      <p>{advice}</p>
      <Reported at={warning.at} until={warning.until} />
    </Notice>
  );
};

const Reported = ({ at, until = null }: { at: string; until?: string | null }) => (
  <p>
    {accountNotices.reported} <RelativeTime at={at} />.
    {until !== null && (
      <>
        {' '}
        {accountNotices.ends} <RelativeTime at={until} isUpcoming />.
      </>
    )}
  </p>
);
