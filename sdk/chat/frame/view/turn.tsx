import { hueOf, type Message, type Person } from '../conversation.ts';
import { toTime } from '../when.ts';
import { Bubble } from './bubble.tsx';
import { Icon } from './icons.tsx';
import type { Turn } from './rows.ts';
import { useSurroundings } from './surroundings.ts';

export const Avatar = ({ person }: { person: Person }) => (
  <span class="avatar" data-hue={hueOf(person.name)} aria-hidden="true">
    {person.initials}
  </span>
);

/** `status` is said under the newest message and under the newest one that was read. */
interface TurnProps {
  turn: Turn;
  status: Message['status'] | undefined;
}

export const TurnView = ({ turn, status }: TurnProps) => {
  const { settings, texts, locale } = useSurroundings();
  const isOwn = turn.from === 'visitor';
  const author = turn.author ?? { name: settings.name, initials: [...settings.name][0] ?? '' };
  const last = turn.messages.at(-1);
  return (
    <div class="turn" data-own={isOwn || undefined}>
      {!isOwn && <Avatar person={author} />}
      <div class="column">
        {!isOwn && <span class="by">{author.name}</span>}
        {turn.messages.map((message, index) => (
          <div class="line" key={message.id}>
            {(isOwn || index > 0) && <span class="visually-hidden">{isOwn ? texts.you : author.name}: </span>}
            <Bubble message={message} />
            {!message.is_deleted && <ReplyButton message={message} />}
          </div>
        ))}
      </div>
      <Under time={last ? toTime(locale, last.sent_at) : ''} status={isOwn ? status : undefined} />
    </div>
  );
};

const Under = ({ time, status }: { time: string; status: Message['status'] | undefined }) => {
  const { texts } = useSurroundings();
  const words = { sent: texts.sent, delivered: texts.delivered, read: texts.read, failed: texts.sent };
  return (
    <span class="under" data-tone={status === 'read' ? 'read' : undefined}>
      {status && `${words[status]} `}
      {time}
      {status === 'read' && <Icon name="checks" size={14} />}
    </span>
  );
};

const ReplyButton = ({ message }: { message: Message }) => {
  const { texts, actions } = useSurroundings();
  const reply = (): void => {
    actions.quote(message);
    document.querySelector('textarea')?.focus();
  };
  return (
    <button type="button" class="reply" aria-label={texts.reply} onClick={reply}>
      <Icon name="reply" size={16} />
    </button>
  );
};
