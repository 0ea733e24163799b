import type { ConnectedChannel } from '../../../functions/model/connected-channel.ts';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { messages } from '../../messages/en.ts';

const texts = messages.channels.warning;

/** What the channel reported about the account, in its own words. */
export const AccountWarning = ({ warning }: { warning: NonNullable<ConnectedChannel['warning']> }) => {
  const { event, details, until, at } = warning;
  return (
    <Notice tone="warn" title={texts.title}>
      <p>{texts.says(event, details)}</p>
      <p>
        {texts.reported} <RelativeTime at={at} />
        {until !== null && (
          <>
            {'. '}
            {texts.ends} <RelativeTime at={until} isUpcoming />
          </>
        )}
      </p>
      <p>{texts.advice}</p>
    </Notice>
  );
};
