import { useEffect, useState } from 'preact/hooks';
import type { Pending } from '../outbox.ts';
import { toTime } from '../when.ts';
import { FileCard, Words } from './bubble.tsx';
import { Icon } from './icons.tsx';
import { useSurroundings } from './surroundings.ts';

/** What is sent at once need not say so. */
const quietMs = 400;

export const PendingView = ({ messages, isOffline }: { messages: Pending[]; isOffline: boolean }) => {
  const { texts, locale, actions } = useSurroundings();
  const first = messages[0];
  const isLate = useLate(first?.at ?? 0);
  if (!first) return null;
  const state = first.state === 'waiting' && isLate ? 'sending' : first.state;
  return (
    <div class="turn" data-own>
      <div class="column">
        {messages.map(({ id, text, file }) => (
          <div class="line" key={id}>
            <span class="visually-hidden">{texts.you}: </span>
            <div class="bubble" dir="auto" data-state={state}>
              {file && <FileCard name={file.name} type={file.type} size={file.size} url={null} />}
              {text && <Words text={text} />}
            </div>
          </div>
        ))}
      </div>
      {state === 'failed' && (
        <span class="under" data-tone="bad" role="status">
          <Icon name="alert" size={14} /> {first.reason === 'unsupported_media' ? texts.wrongType : texts.notSent}
          <button type="button" onClick={() => actions.retry(first.id)}>
            {texts.tryAgain}
          </button>
          <button type="button" onClick={() => actions.discard(first.id)}>
            {texts.remove}
          </button>
        </span>
      )}
      {state === 'sending' && (
        <span class="under">
          <Icon name="clock" size={12} /> {isOffline ? texts.waiting : texts.sending}
        </span>
      )}
      {state === 'accepted' && (
        <span class="under">
          {texts.sent} {toTime(locale, new Date(first.acceptedAt ?? first.at).toISOString())}
        </span>
      )}
    </div>
  );
};

const useLate = (at: number): boolean => {
  const [isLate, setLate] = useState(Date.now() - at > quietMs);
  useEffect(() => {
    const timer = setTimeout(setLate, Math.max(0, at + quietMs - Date.now()), true);
    return () => clearTimeout(timer);
  }, [at]);
  return isLate;
};
