import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Message } from '../conversation.ts';
import { needsEmail, type State } from '../store.ts';
import { toDay } from '../when.ts';
import { EmailCard, RatingCard } from './cards.tsx';
import { Icon } from './icons.tsx';
import { PendingView } from './pending.tsx';
import { groupPending, type Row, toRows } from './rows.ts';
import { useSurroundings } from './surroundings.ts';
import { Avatar, TurnView } from './turn.tsx';

const nearPx = 60;

export const Log = ({ state }: { state: State }) => {
  const { texts, settings, actions } = useSurroundings();
  const { conversation, messages, pending, isOpen, unreadFromId } = state;
  const { place, isAtEnd, goToEnd } = useEnd(state);
  useEffect(() => {
    if (isOpen && isAtEnd) actions.seen();
  }, [isOpen, isAtEnd, messages.at(-1)?.id, actions]);

  const isEmpty = messages.length === 0 && pending.length === 0;
  const isAsked = state.typedEmail === undefined && conversation?.asks_email;
  const isEmailAsked = isAsked || state.savedEmail !== undefined || needsEmail(state, settings.asks_email);
  return (
    <div class="logplace">
      <div
        class="log"
        ref={place}
        role="log"
        aria-live={conversation ? 'polite' : 'off'}
        aria-label={texts.panel(settings.name)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: The keyboard scrolls it.
        tabIndex={0}
        data-top={isEmpty || undefined}
      >
        {state.olderCursor !== null && (
          <button type="button" class="earlier" onClick={actions.readOlder}>
            {texts.earlier}
          </button>
        )}
        {isEmpty && (conversation || !state.isExpected) && <Hello state={state} />}
        <Rows rows={toRows(messages, unreadFromId)} messages={messages} count={countFrom(messages, unreadFromId)} />
        {groupPending(pending).map((group) => (
          <PendingView key={group[0]?.id} messages={group} isOffline={state.isOffline} />
        ))}
        {conversation?.status === 'closed' && pending.length === 0 && <span class="event">{texts.closed}</span>}
        {isEmailAsked && <EmailCard state={state} />}
        {conversation && isRatable(state) && <RatingCard conversation={conversation} />}
        <div class="typing" role="status">
          {state.typing !== null && (
            <>
              <span class="dots" aria-hidden="true">
                <i />
                <i />
                <i />
              </span>
              {texts.isWriting(state.typing)}
            </>
          )}
        </div>
      </div>
      {unreadFromId !== undefined && !isAtEnd && (
        <button type="button" class="jump" onClick={goToEnd}>
          <Icon name="down" size={14} />
          {texts.newMessages(countFrom(messages, unreadFromId))}
        </button>
      )}
    </div>
  );
};

/** Also after the face was sent: the words may follow. */
const isRatable = ({ conversation, pending }: State): boolean =>
  pending.length === 0 && conversation?.status === 'closed' && (conversation.can_rate || conversation.rating !== null);

const countFrom = (messages: readonly Message[], id: string | undefined): number => {
  const at = messages.findIndex((message) => message.id === id);
  return at < 0 ? 0 : messages.slice(at).filter(({ from }) => from === 'team').length;
};

const Rows = ({ rows, messages, count }: { rows: Row[]; messages: readonly Message[]; count: number }) => {
  const { texts, locale } = useSurroundings();
  const newestOwn = messages.findLast(({ from }) => from === 'visitor')?.id;
  const newestRead = messages.findLast(({ from, status }) => from === 'visitor' && status === 'read')?.id;
  return (
    <>
      {rows.map((row) => {
        if (row.kind === 'day')
          return (
            <span class="day" key={row.key}>
              {toDay(locale, row.at)}
            </span>
          );
        if (row.kind === 'unread')
          return (
            <span class="unread" key={row.key}>
              {texts.newMessages(count)}
            </span>
          );
        const shown = row.messages.findLast(({ id }) => id === newestOwn || id === newestRead);
        return <TurnView key={row.key} turn={row} status={shown?.status} />;
      })}
    </>
  );
};

const Hello = ({ state }: { state: State }) => {
  const { settings, actions } = useSurroundings();
  const team = state.conversation?.team ?? [];
  return (
    <>
      <div class="hello">
        {(team.length > 0 || !state.conversation) && (
          <div class="team">
            {team.map((person) => (
              <Avatar key={person.name} person={person} />
            ))}
          </div>
        )}
        <h2 dir="auto">{settings.greeting}</h2>
        {settings.introduction && <p dir="auto">{settings.introduction}</p>}
      </div>
      <div class="asks">
        {settings.questions.map((question) => (
          <button type="button" key={question} onClick={() => void actions.send(question)}>
            <span dir="auto">{question}</span>
            <span class="flip">
              <Icon name="right" size={16} />
            </span>
          </button>
        ))}
      </div>
    </>
  );
};

/** Follows the end while the visitor is there, and keeps the place otherwise, also over a reload. */
const useEnd = ({ messages, pending, typing, conversation, isOpen }: State) => {
  const place = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const wasAtEnd = useRef(true);
  const height = useRef(0);
  const firstId = messages[0]?.id;
  const shownFirst = useRef(firstId);

  useEffect(() => {
    const log = place.current;
    if (!log) return;
    const look = (): void => {
      wasAtEnd.current = log.scrollHeight - log.scrollTop - log.clientHeight < nearPx;
      setAtEnd(wasAtEnd.current);
    };
    const follow = (): void => {
      if (wasAtEnd.current) log.scrollTop = log.scrollHeight;
    };
    log.addEventListener('scroll', look, { passive: true });
    const resized = new ResizeObserver(follow);
    resized.observe(log);
    return () => {
      log.removeEventListener('scroll', look);
      resized.disconnect();
    };
  }, []);

  const newestPending = pending.at(-1)?.id;
  useLayoutEffect(() => {
    if (newestPending !== undefined) wasAtEnd.current = true;
  }, [newestPending]);
  useLayoutEffect(() => {
    const log = place.current;
    if (!log) return;
    // Earlier messages came in above what is being read.
    if (!wasAtEnd.current && shownFirst.current !== firstId) log.scrollTop += log.scrollHeight - height.current;
    if (wasAtEnd.current) log.scrollTop = log.scrollHeight;
    shownFirst.current = firstId;
    height.current = log.scrollHeight;
  }, [messages, pending, typing, conversation, isOpen, firstId]);

  const goToEnd = (): void => {
    wasAtEnd.current = true;
    place.current?.scrollTo({ top: place.current.scrollHeight });
  };
  return { place, isAtEnd, goToEnd };
};
