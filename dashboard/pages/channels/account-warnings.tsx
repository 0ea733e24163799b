import type { ConnectedChannel } from '../../../functions/model/channels/connected-channel.ts';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { accountNotices as texts } from '../../texts/en/account-notices.ts';
import { isLowQuality, warningNotice, warningWords } from './notice-words.ts';

/** What the channel reported about the account and its number, and what to do next. */
export const AccountWarnings = ({ channel }: { channel: Pick<ConnectedChannel, 'warning' | 'quality'> }) => (
  <>
    {channel.warning && <AccountWarning warning={channel.warning} />}
    {channel.quality && isLowQuality(channel) && (
      <Notice tone="warn" title={texts.lowQuality.title}>
        <p>{texts.lowQuality.advice}</p>
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
    {texts.reported} <RelativeTime at={at} />.
    {until !== null && (
      <>
        {' '}
        {texts.ends} <RelativeTime at={until} isUpcoming />.
      </>
    )}
  </p>
);
