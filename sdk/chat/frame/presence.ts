import type { Ask } from './api.ts';
import type { Visitor } from './visitor.ts';

const hereEveryMs = 45_000;
const writingEveryMs = 4_000;

/** Tells the team where the visitor is, once there is a conversation. What is being written stays here. */
export const createPresence = (ask: Ask, visitor: Visitor) => {
  let writingAtMs = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isHere = false;
  const say = (state: 'here' | 'writing' | 'left', isLast = false): void => {
    if (visitor.isAccepted()) void ask({ method: 'PUT', path: '/presence', body: { state }, isLast });
  };
  const begin = (): void => {
    clearInterval(timer);
    isHere = true;
    say('here');
    timer = setInterval(() => document.visibilityState === 'visible' && say('here'), hereEveryMs);
  };
  addEventListener('pagehide', () => say('left', true));
  addEventListener('pageshow', ({ persisted }) => persisted && say('here'));
  return {
    begin,
    /** The service knows the visitor from now on. */
    tell: (): void => {
      if (isHere) say('here');
    },
    end: (): void => {
      isHere = false;
      clearInterval(timer);
    },
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
