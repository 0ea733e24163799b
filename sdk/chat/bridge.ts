/** Where the visitor is. The address has no query string and no fragment. */
export interface PageInfo {
  title: string;
  url: string;
}

export type Place = 'panel' | 'screen' | 'inline';

/** What the page tells the frame. */
export type ToFrame =
  | {
      type: 'hello';
      place: Place;
      isOpen: boolean;
      page: PageInfo;
      fields: Record<string, string>;
      hasIdentity: boolean;
      language: string | undefined;
      scheme: string | undefined;
      code: string | undefined;
    }
  | { type: 'open'; place: Place; hasFocus: boolean }
  | { type: 'closed' }
  /** The visitor has put the preview away. */
  | { type: 'hidden' }
  | { type: 'page'; page: PageInfo }
  | { type: 'context'; fields: Record<string, string> }
  /** Null: the page has none any more, or could not get it. */
  | { type: 'identity'; jwt: string | null }
  | { type: 'shutdown' };

export interface Preview {
  name: string;
  initials: string;
  hue: number;
  company: string;
  text: string;
}

/** What the frame tells the page. */
export type ToPage =
  | { type: 'labels'; open: string; close: string; panel: string; hide: string; now: string }
  | { type: 'unread'; count: number; label: string; preview: Preview | null }
  | { type: 'message'; name: string; text: string }
  | { type: 'close' }
  | { type: 'identity' }
  /** The first message is stored, so the frame may load by itself on later pages. */
  | { type: 'started' }
  | { type: 'forgotten' };

/** Every message names the site, so that those of other programs are told apart. */
export const seal = <Message extends ToFrame | ToPage>(site: string, message: Message) => ({
  switchboard: site,
  ...message,
});

export const unseal = <Message extends ToFrame | ToPage>(site: string, data: unknown): Message | undefined =>
  Object(data).switchboard === site ? (data as Message) : undefined;
