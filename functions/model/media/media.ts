import * as z from 'zod/mini';
import type { Channel } from '../channels/channel.ts';
import type { InboundMedia } from '../inbound/inbound.ts';

/** Why there is no copy of a file, and never will be. */
export type MediaFailure = 'too_large' | 'gone' | 'refused_address' | 'unavailable';

export interface CopiedFile {
  content_type: string;
  declared_type: string | null;
  size_bytes: number;
  filename: string | null;
  /** The length of a voice message. */
  duration_seconds?: number;
}

/** The file of a customer's message, and what became of its copy. */
export type StoredMedia = {
  workspace_id: string;
  message_id: string;
  /** The conversation of a customer's message. */
  conversation_id?: string;
  channel: Channel;
  source: InboundMedia;
  attempts: number;
  next_attempt_at?: string;
  /** When the item expires, in seconds. The bucket keeps the file for as long, or up to a day longer. */
  expires?: number;
} & ({ status: 'pending' } | ({ status: 'copied' } & CopiedFile) | { status: 'failed'; failure: MediaFailure });

/** The path is relative to the base URL of the API, and is stored so in the message. */
export const toMediaPath = (messageId: string): string => `/media/${messageId}`;

export const media = z.object({
  message_id: z.uuid(),
  content_type: z.string(),
  size_bytes: z.int().check(z.minimum(0)),
  filename: z.nullable(z.string()),
  url: z.string(),
  url_expires_at: z.iso.datetime(),
});

export type Media = z.output<typeof media>;
