import CircleAlert from 'lucide-react/icons/circle-alert';
import FileText from 'lucide-react/icons/file-text';
import type { ReactNode } from 'react';
import type { TimelineEntry } from '../../../../functions/model/conversations/timeline.ts';
import { useNow } from '../../../components/content/relative-time.tsx';
import buttonStyles from '../../../components/controls/button.module.css';
import { Button } from '../../../components/controls/button.tsx';
import { useOnline } from '../../../components/feedback/connection.tsx';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { shortTime } from '../../../texts/time.ts';
import { isOld, type Outbox, type OutboxItem } from '../store/outbox.ts';
import { outboxOf } from '../store/outbox-store.ts';
import { ageWords } from '../words/ages.ts';
import { messageWords } from '../words/message-words.ts';
import { PlainBubble } from './bubble.tsx';
import { Text, TextButton } from './text.tsx';
import styles from './thread.module.css';

const texts = inboxTexts.outbox;

interface OutboxBubblesProps {
  userId: string;
  items: Outbox;
  entries: readonly TimelineEntry[];
  onEdit: (item: OutboxItem) => void;
}

/** Unsent messages below the last one, each with its state and actions. */
export const OutboxBubbles = ({ userId, items, entries, onEdit }: OutboxBubblesProps) => {
  const nowMs = useNow();
  const outbox = outboxOf(userId);
  const old = items.filter((item) => isOld(item, nowMs));
  const oldest = old[0];
  return (
    <>
      {items.map((item) => (
        <div key={item.key} className={styles.entry} data-side={item.kind === 'note' ? 'note' : 'out'} data-first>
          <PlainBubble side={item.kind === 'note' ? 'note' : 'out'}>
            {item.shown.template && (
              <span className={styles.chip}>{inboxTexts.thread.template(item.shown.template)}</span>
            )}
            {item.shown.file && (
              <span className={styles.document}>
                <FileText aria-hidden="true" size={18} />
                <bdi>{item.shown.file.filename}</bdi>
              </span>
            )}
            {item.shown.text && <Text text={item.shown.text} />}
            <State item={item} />
          </PlainBubble>
          {item.state === 'conflict' && (
            <Card text={conflictWords(item, entries, nowMs)}>
              <Button size="small" onPress={() => outbox.retry(item.key)}>
                {texts.sendMine}
              </Button>
              <Button size="small" variant="ghost" onPress={() => outbox.discard(item.key)}>
                {texts.discardMine}
              </Button>
            </Card>
          )}
          {(item.state === 'refused' || item.state === 'unknown') && (
            <p className={styles.failure}>
              {item.problem} <TextButton onPress={() => outbox.retry(item.key)}>{texts.tryAgain}</TextButton>
              <TextButton onPress={() => onEdit(item)}>{texts.edit}</TextButton>
              <TextButton onPress={() => outbox.discard(item.key)}>{texts.discard}</TextButton>
            </p>
          )}
        </div>
      ))}
      {oldest && (
        <Card text={texts.old(old.length, ageWords(nowMs - oldest.writtenAtMs))}>
          <Button size="small" onPress={() => old.map(({ key }) => outbox.retry(key))}>
            {inboxTexts.composer.send}
          </Button>
          <Button size="small" variant="ghost" onPress={() => old.map(({ key }) => outbox.discard(key))}>
            {texts.discard}
          </Button>
        </Card>
      )}
    </>
  );
};

const State = ({ item: { state, writtenAtMs } }: { item: OutboxItem }) => {
  const isOnline = useOnline();
  if (state === 'refused' || state === 'unknown' || state === 'conflict') {
    return (
      <span className={styles.foot} data-status="failed">
        <CircleAlert aria-hidden="true" size={14} />
        {texts.notSent}
      </span>
    );
  }
  return (
    <span className={styles.foot} data-status="sending">
      <time>{shortTime(writtenAtMs)}</time>
      {isOnline ? (
        <span className={styles.sending}>
          <span className={buttonStyles.spinner} aria-hidden="true" /> {inboxTexts.thread.status.sending}
        </span>
      ) : (
        texts.waiting
      )}
    </span>
  );
};

const Card = ({ text, children }: { text: string; children: ReactNode }) => (
  <div className={styles.card} role="alert">
    <p>{text}</p>
    <div className={styles.cardActions}>{children}</div>
  </div>
);

const shownMax = 80;

/** The message that the person had not seen. */
const conflictWords = ({ body }: OutboxItem, entries: readonly TimelineEntry[], nowMs: number): string => {
  const seen = body.seen_message_id ?? '';
  const newer = entries.findLast(
    (entry) => entry.type === 'message' && entry.direction === 'outbound' && entry.id > seen,
  );
  if (newer?.type !== 'message') return texts.conflictUnknown;
  const ageMs = nowMs - Date.parse(newer.created_at);
  const words = messageWords(newer);
  return texts.conflict(
    newer.author.name ?? inboxTexts.api,
    ageMs < 60_000 ? texts.justNow : texts.ago(ageWords(ageMs)),
    words.length > shownMax ? `${words.slice(0, shownMax)}…` : words,
  );
};
