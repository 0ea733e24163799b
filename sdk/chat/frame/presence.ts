import type { Ask } from './api.ts';
import type { Visitor } from './visitor.ts';

const hereEveryMs = 45_000;
const writingEveryMs = 4_000;

/** Tells the team where the visitor is, once there is a conversation. What is being written stays here. */
export const createPresence = (ask: Ask, visitor: Visitor) => {
  let writingAtMs = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const say = (state: 'here' | 'writing' | 'left', isLast = false): void => {
    if (visitor.isKnown()) void ask({ method: 'PUT', path: '/presence', body: { state }, isLast });
  };
  const begin = (): void => {
    clearInterval(timer);
    say('here');
    timer = setInterval(() => document.visibilityState === 'visible' && say('here'), hereEveryMs);
  };
  addEventListener('pagehide', () => say('left', true));
  addEventListener('pageshow', ({ persisted }) => persisted && say('here'));
  return {
    begin,
    end: (): void => clearInterval(timer),
    writing: (): void => {
      if (Date.now() - writingAtMs < writingEveryMs) return;
      writingAtMs = Date.now();
      say('writing');
    },
    sent: (): void => {
      writingAtMs = 0;
    },
  };
};
