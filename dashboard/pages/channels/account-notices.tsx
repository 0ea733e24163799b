import type { ConnectedChannel } from '../../../functions/model/channels/connected-channel.ts';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { accountNotices } from '../../texts/en/account-notices.ts';
import { channelTexts } from '../../texts/en/channels.ts';
import { isLowQuality, warningNotice, warningWords } from './account-texts.ts';

const texts = channelTexts;

/** Quotes the channel, and says what to do next. */
export const AccountErrorNotice = ({ error }: { error: NonNullable<ConnectedChannel['last_error']> }) => {
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
export const AccountWarnings = ({ channel }: { channel: Pick<ConnectedChannel, 'warning' | 'quality'> }) => (
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
