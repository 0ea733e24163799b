import { vi } from 'vitest';

interface Sent {
  type: string;
  channel?: string;
  authorization?: unknown;
}

/** The browser's side of a socket, with the service played by the test. */
export interface FakeSocket {
  url: string;
  protocols: string[];
  sent: Sent[];
  isClosed: boolean;
  /** The service sends a message. */
  say: (message: object) => void;
  /** The service accepts the connection and the channel. */
  accept: (connectionTimeoutMs?: number) => void;
  hint: (...hints: object[]) => void;
  /** The connection breaks. */
  cut: () => void;
}

/** Replaces the browser's sockets until the test ends. Returns those that were opened, the newest last. */
export const fakeSockets = (): FakeSocket[] => {
  const opened: FakeSocket[] = [];
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget implements FakeSocket {
      url: string;
      protocols: string[];
      sent: Sent[] = [];
      isClosed = false;
      constructor(url: string, protocols: string[]) {
        super();
        this.url = url;
        this.protocols = protocols;
        opened.push(this);
      }
      send(text: string) {
        this.sent.push(JSON.parse(text));
      }
      close() {
        this.isClosed = true;
      }
      say(message: object) {
        this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
      }
      accept(connectionTimeoutMs = 300_000) {
        this.dispatchEvent(new Event('open'));
        this.say({ type: 'connection_ack', connectionTimeoutMs });
        this.say({ type: 'subscribe_success' });
      }
      hint(...hints: object[]) {
        this.say({ type: 'data', event: JSON.stringify(hints) });
      }
      cut() {
        this.dispatchEvent(new Event('close'));
      }
    },
  );
  return opened;
};
