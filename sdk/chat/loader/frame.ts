import { seal, type ToFrame, type ToPage, unseal } from '../bridge.ts';
import type { Settings } from '../settings.ts';
import { make } from './dom.ts';

/** The frame and what is said between it and the page. Only its own window and origin are heard and spoken to. */
export const createFrame = (
  { site, frame_url }: Settings,
  origin: string,
  hello: () => ToFrame,
  hear: (message: ToPage) => void,
) => {
  let isReady = false;
  const waiting: ToFrame[] = [];
  const frame = make('iframe', { allow: 'clipboard-write', referrerPolicy: 'origin' });
  const send = (message: ToFrame): void => frame.contentWindow?.postMessage(seal(site, message), origin);

  /** Also after the page has moved it, which loads it again. */
  frame.onload = () => {
    isReady = true;
    send(hello());
    waiting.splice(0).map(send);
  };
  addEventListener('message', ({ source, origin: sender, data }) => {
    const message = source && source === frame.contentWindow && sender === origin && unseal<ToPage>(site, data);
    if (message) hear(message);
  });

  return {
    frame,
    load: (place: Element): void => {
      if (frame.src) return;
      frame.src = new URL(frame_url, origin).href;
      place.append(frame);
    },
    /** Before it is ready, the hello says most things. */
    post: (message: ToFrame): void => {
      if (isReady) send(message);
      else if (message.type === 'shutdown') waiting.push(message);
    },
  };
};
