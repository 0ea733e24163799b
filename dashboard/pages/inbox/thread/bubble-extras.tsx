import MapPin from 'lucide-react/icons/map-pin';
import UserRound from 'lucide-react/icons/user-round';
import type { Channel } from '../../../../functions/model/channels/channel.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import type { MessageEntry } from '../store/timeline.ts';
import { explainFailure, type FailureAction } from './failures.ts';
import { TextButton } from './text.tsx';
import styles from './thread.module.css';

const texts = inboxTexts.thread;

/** The map opens in a new tab. Nothing loads from its site before that. */
export const Place = ({ text }: { text: string | null }) => (
  <span className={styles.place}>
    <MapPin aria-hidden="true" size={18} />
    <span>
      <span dir="auto">{text ?? inboxTexts.files.location}</span>
      {text && (
        <a
          href={`https://www.openstreetmap.org/search?${new URLSearchParams({ query: text })}`}
          target="_blank"
          rel="noopener noreferrer nofollow"
        >
          {inboxTexts.files.map}
        </a>
      )}
    </span>
  </span>
);

export const SharedContact = ({ text }: { text: string | null }) => (
  <span className={styles.place}>
    <UserRound aria-hidden="true" size={18} />
    <span>
      <span className={styles.hint}>{inboxTexts.preview.kinds.contacts}</span>
      <span dir="auto">{text}</span>
    </span>
  </span>
);

interface FailureProps {
  entry: MessageEntry;
  context: {
    firstName: string;
    channel: Channel;
    onShow: (id: string) => void;
    onRemedy: (action: FailureAction, entry: MessageEntry) => void;
  };
}

/** What is wrong with a message that was not delivered, and what to do about it. */
export const Failure = ({ entry, context }: FailureProps) => {
  const { sentence, code, action } = explainFailure(entry, context.firstName, context.channel);
  return (
    <p className={styles.failure}>
      {sentence}
      {code && /^\d+$/.test(code) && ` (${code})`}{' '}
      {entry.fallback_message_id ? (
        <TextButton onPress={() => context.onShow(entry.fallback_message_id ?? '')}>{texts.fallbackSent}</TextButton>
      ) : (
        action && (
          <TextButton onPress={() => context.onRemedy(action, entry)}>{inboxTexts.failures.actions[action]}</TextButton>
        )
      )}
    </p>
  );
};
