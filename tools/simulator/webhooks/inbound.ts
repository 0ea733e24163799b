import type { Channel } from '../accounts.ts';
import type { Media } from '../channel/media-store.ts';
import type { JsonObject } from '../json.ts';

/** What a customer writes, before it has the form of its channel. */
export interface InboundMessage {
  from: string;
  name?: string | null | undefined;
  username?: string | undefined;
  type: string;
  text?: string | undefined;
  /** The type's own object, in place of the one that would be made up. */
  content?: unknown;
  /** The message that is quoted, reacted to, edited or deleted. */
  replyTo?: string | undefined;
  messageId?: string | undefined;
  timeMs: number;
  /** Leaves the phone number out. */
  omitsPhone: boolean;
  /** Fields that are put over those of the message, for whatever else a test needs. */
  wire?: JsonObject | undefined;
  /** The file of a message that carries one, and where it can be fetched. */
  media?: { file: Media; url: string } | undefined;
}

/** What a made-up message says. */
export const defaultText = 'Hello';

const splitWords = (text: string): readonly string[] => text.split(' ');

/** What customers can do on each channel. */
export const inboundTypes: Record<Channel, readonly string[]> = {
  msgapp: [
    ...splitWords('text image video audio document sticker location contacts interactive button reaction order'),
    ...splitWords('system unsupported edit revoke'),
  ],
  social: [
    ...splitWords('text image video audio file share ig_post ig_reel reel story_mention ig_story quick_reply postback'),
    ...splitWords('reaction read edit deleted unsupported echo'),
  ],
  web: ['text'],
};
