/** What `Switchboard('on', …)` reports. */
export interface ChatEvents {
  /** The chat shows on this page. It never comes on a site that is not allowed. */
  ready: undefined;
  open: undefined;
  close: undefined;
  /** How many answers the visitor has not read. */
  unread: number;
  /** An answer has come. */
  message: { name: string; text: string };
}

export interface ChatOptions {
  /** The id of the website, from Channels → Web chat. */
  site: string;
  /** The origin of the chat, such as `https://chat.example.com`. */
  url: string;
  /** The chat fills this element. Without one it is a button in a corner of the window. */
  element?: Element;
  /** Instead of the languages that the visitor's browser prefers, such as `de`. */
  language?: string;
  /** Instead of the visitor's choice. */
  scheme?: 'light' | 'dark';
  /** That of the page's content security policy. */
  nonce?: string;
  /** A signed token of the signed-in customer, or a function that gets one when the chat needs it. */
  identity?: string | (() => string | Promise<string>);
  /** Up to ten short texts, which the team sees beside the conversation. */
  context?: Record<string, string>;
}

export interface Chat {
  open: () => void;
  close: () => void;
  toggle: () => void;
  /** Takes the chat off the page until `show`. */
  hide: () => void;
  show: () => void;
  identify: (identity: NonNullable<ChatOptions['identity']>) => void;
  context: (fields: Record<string, string>) => void;
  /** Returns a function that ends it. */
  on: <Name extends keyof ChatEvents>(name: Name, listener: (detail: ChatEvents[Name]) => void) => () => void;
  /** Signs the visitor out and forgets the conversation on this device. */
  shutdown: () => void;
}

type Run = ((command: string, ...args: unknown[]) => unknown) & { q?: unknown[][]; isLive?: boolean };

/**
 * Adds the chat to the page. Another call, such as that of a component that mounts again, moves an inline chat into the new
 * element and changes nothing else. On a server it does nothing.
 */
export const loadChat = ({ site, url, element, nonce, identity, context, ...look }: ChatOptions): Chat => {
  if (typeof document !== 'undefined') {
    const script = document.createElement('script');
    const data = { site, ...look, ...(element && { mode: 'inline' }) };
    for (const [name, value] of Object.entries(data)) if (value !== undefined) script.dataset[name] = value;
    script.async = true;
    if (nonce !== undefined) script.nonce = nonce;
    script.src = new URL('/chat.js', url).href;
    queueCommands();
    (element ?? document.head).append(script);
  }
  if (context) run('context', context);
  if (identity !== undefined) run('identify', identity);
  return {
    open: () => void run('open'),
    close: () => void run('close'),
    toggle: () => void run('toggle'),
    hide: () => void run('hide'),
    show: () => void run('show'),
    identify: (given) => void run('identify', given),
    context: (fields) => void run('context', fields),
    on: listen,
    shutdown: () => void run('shutdown'),
  };
};

const page = globalThis as { Switchboard?: Run };

/** Keeps the commands that come before the script. */
const queueCommands = (): void => {
  if (page.Switchboard) return;
  const wait: Run = (...command) => void wait.q?.push(command);
  wait.q = [];
  page.Switchboard = wait;
};

const run: Run = (...command) => page.Switchboard?.(...command);

/** Before the script has loaded, there is nothing to end yet, so the listener is told to be quiet. */
const listen: Chat['on'] = (name, listener) => {
  let isOver = false;
  run('on', name, (detail: never) => {
    if (!isOver) listener(detail);
  });
  return () => {
    isOver = true;
  };
};
