import Check from 'lucide-react/icons/check';
import CheckCheck from 'lucide-react/icons/check-check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'wouter';
import { lazyComponent } from '../../../components/lazy-component.ts';
import { broadcastsPath } from '../../../context/paths.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { shortTime } from '../../../texts/time.ts';
import type { MessageEntry, NoteEntry } from '../store/timeline.ts';
import { spokenAge } from '../words/ages.ts';
import { messageWords } from '../words/message-words.ts';
import { authorName } from '../words/names.ts';
import { Media } from './media.tsx';
import { Text, TextButton } from './text.tsx';
import styles from './thread.module.css';
import type { ThreadContext } from './thread-context.ts';
import type { Placed } from './thread-items.ts';

const texts = inboxTexts.thread;
const extras = () => import('./bubble-extras.tsx');
const Place = lazyComponent(extras, 'Place');
const SharedContact = lazyComponent(extras, 'SharedContact');
const Failure = lazyComponent(extras, 'Failure');
const TemplateContent = lazyComponent(() => import('./template-content.tsx'), 'TemplateContent');

export const MessageBubble = ({ placed, context }: { placed: Placed<MessageEntry>; context: ThreadContext }) => {
  const { entry, isLast, reactions } = placed;
  const isOurs = entry.direction === 'outbound';
  const isFailed = entry.status === 'failed';
  return (
    <>
      <div
        className={styles.bubble}
        data-side={isOurs ? 'out' : 'in'}
        data-failed={isFailed || undefined}
        data-last={isLast || undefined}
      >
        <Origin entry={entry} context={context} />
        {entry.reply_to_message_id && entry.content_type !== 'reaction' && <Quote placed={placed} context={context} />}
        <Content entry={entry} context={context} />
        {(isLast || isFailed || reactions.length > 0) && <Foot placed={placed} context={context} />}
        {reactions.length > 0 && (
          <span className={styles.reactions}>
            {reactions.map(({ id, content_text: emoji, author }) => (
              <span
                key={id}
                role="img"
                aria-label={texts.reaction(emoji ?? '', authorName(author, context.userId, context.name))}
              >
                {emoji}
              </span>
            ))}
          </span>
        )}
      </div>
      {isFailed && (
        <Suspense>
          <Failure entry={entry} context={context} />
        </Suspense>
      )}
    </>
  );
};

const Origin = ({ entry, context }: { entry: MessageEntry; context: ThreadContext }) => {
  const { template, template_name, author, fallback_for_message_id: replacedId, fallback_used } = entry;
  const name = template?.name ?? template_name;
  return (
    <>
      {author.kind === 'broadcast' && author.name && (
        <Link href={broadcastsPath(context.workspaceId, author.id ?? undefined)} className={styles.chip}>
          {texts.broadcast(author.name)}
        </Link>
      )}
      {name && <span className={styles.chip}>{texts.template(name)}</span>}
      {replacedId ? (
        <TextButton onPress={() => context.onShow(replacedId)}>{texts.fallback}</TextButton>
      ) : (
        fallback_used && <span className={styles.hint}>{texts.fallback}</span>
      )}
      {entry.replaced_text && (
        <span className={`clipped ${styles.quote}`} dir="auto" title={entry.replaced_text}>
          {entry.replaced_text}
        </span>
      )}
    </>
  );
};

const Quote = ({ placed: { quoted, entry }, context }: { placed: Placed<MessageEntry>; context: ThreadContext }) => {
  const author = quoted && authorName(quoted.author, context.userId, context.name);
  return (
    <button
      type="button"
      className={`bare clipped ${styles.quote}`}
      onClick={() => context.onShow(entry.reply_to_message_id ?? '')}
    >
      {author && `${author} · `}
      <span dir="auto">{quoted ? messageWords(quoted) : texts.quoteOlder}</span>
      {quoted && <span className="visually-hidden"> {texts.quoteOf}</span>}
    </button>
  );
};

const Content = ({ entry, context }: { entry: MessageEntry; context: ThreadContext }) => {
  const { content_type: kind, content_text: text, deleted_at, template } = entry;
  if (deleted_at !== null) {
    return <p className={styles.deleted}>{entry.direction === 'inbound' ? texts.deleted : texts.deletedByUs}</p>;
  }
  if (template)
    return (
      <Suspense>
        <TemplateContent template={template} />
      </Suspense>
    );
  if (kind === 'location' || kind === 'contacts')
    return <Suspense>{kind === 'location' ? <Place text={text} /> : <SharedContact text={text} />}</Suspense>;
  if (kind === 'reaction') return <p className={styles.text}>{texts.reacted(text ?? '')}</p>;
  if (kind === 'unsupported' && !text) return <p className={styles.deleted}>{inboxTexts.files.unsupported}</p>;
  return (
    <>
      {entry.interactive_reply_id && <span className={styles.hint}>{texts.tapped}</span>}
      <Media entry={entry} onOpenPhoto={context.onOpenPhoto} />
      {text && <Text text={text} />}
      {entry.link && <b dir="auto">{entry.link.title}</b>}
      {!text && !entry.file && <p className={styles.deleted}>{messageWords(entry)}</p>}
    </>
  );
};

const icons = { sending: Clock, sent: Check, delivered: CheckCheck, read: CheckCheck, failed: CircleAlert };

const Foot = ({ placed, context }: { placed: Placed<MessageEntry>; context: ThreadContext }) => {
  const { entry, isNewestOwn } = placed;
  const { direction, author, status, created_at, sent_at, edited_at, deleted_at } = entry;
  const lateMs = Date.parse(created_at) - Date.parse(sent_at);
  const Icon = icons[status];
  const isOurs = direction === 'outbound';
  return (
    <span className={styles.foot} data-status={isOurs ? status : undefined}>
      {isOurs && <span>{authorName(author, context.userId, context.name).split(':')[0]} ·</span>}
      {edited_at && !deleted_at && <span>{texts.edited} ·</span>}
      <time dateTime={sent_at}>{shortTime(Date.parse(sent_at))}</time>
      {lateMs > lateMsMin && <span>· {texts.arrivedLater(spokenAge(lateMs))}</span>}
      {isOurs && (
        <>
          <Icon aria-hidden="true" size={14} />
          <span className={styles.word} data-shown={status === 'failed' || isNewestOwn || undefined}>
            {texts.status[status]}
          </span>
        </>
      )}
    </span>
  );
};

const lateMsMin = 5 * 60_000;

export const NoteBubble = ({ placed, context }: { placed: Placed<NoteEntry>; context: ThreadContext }) => (
  <div className={styles.bubble} data-side="note" data-last={placed.isLast || undefined}>
    {placed.isFirst && (
      <span className={styles.author}>{texts.note(authorName(placed.entry.author, context.userId, context.name))}</span>
    )}
    <Text
      text={placed.entry.text}
      names={[
        ...placed.entry.mentions.flatMap((id) => context.memberNames.get(id) ?? []),
        ...(placed.entry.teams ?? []),
      ]}
    />
    {placed.isLast && (
      <span className={styles.foot}>
        <time dateTime={placed.entry.created_at}>{shortTime(Date.parse(placed.entry.created_at))}</time>
      </span>
    )}
  </div>
);

export const PlainBubble = ({ side, children }: { side: 'out' | 'note'; children: ReactNode }) => (
  <div className={styles.bubble} data-side={side} data-last data-unsent>
    {children}
  </div>
);
