import type { ConnectedChannel } from '../../../functions/model/channels/connected-channel.ts';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { en } from '../../texts/en.ts';

const { faults, error: texts } = en.channels;

/** The channel's own words, and what to do next. */
export const AccountErrorNotice = ({ error }: { error: NonNullable<ConnectedChannel['last_error']> }) => {
  const { title, advice } = error.fault ? faults[error.fault] : texts.unknown;
  return (
    <Notice tone="bad" title={title}>
      <p>{advice}</p>
      <p>{texts.says(error.message)}</p>
      <p>
        {texts.firstSeen} <RelativeTime at={error.at} />
      </p>
    </Notice>
  );
};
