import type { Message, MessageStatus } from '../../../../functions/model/messages/message.ts';
import { Badge } from '../../../components/feedback/badge.tsx';
import type { Tone } from '../../../components/feedback/tone.ts';
import { playgroundTexts } from '../../../texts/en/playground.ts';
import { clockTime, exactTime } from '../../../texts/time.ts';
import styles from './results.module.css';

const texts = playgroundTexts.results;
const { types } = playgroundTexts;

const tones: Record<MessageStatus, Tone> = { sending: 'warn', sent: 'off', delivered: 'ok', read: 'ok', failed: 'bad' };

export const StoredMessage = ({ message }: { message: Message }) => {
  const { direction, content_type, content_text, status, created_at, error } = message;
  const atMs = Date.parse(created_at);
  return (
    <li className={styles.row}>
      <time className={styles.time} dateTime={created_at} title={exactTime(atMs)}>
        {clockTime(atMs)}
      </time>
      <span className={styles.direction}>{texts.directions[direction]}</span>
      <span className={styles.text}>
        {content_text ?? texts.noText(types[content_type] ?? content_type)}
        {error && <span className={styles.error}>{error.message}</span>}
      </span>
      {direction === 'outbound' && <Badge tone={tones[status]}>{texts.statuses[status]}</Badge>}
    </li>
  );
};
