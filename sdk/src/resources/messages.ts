import type { NewMessage, SendResult } from '../api-types.ts';
import { Resource } from '../resource.ts';
import type { CallOptions } from '../transport.ts';

export class MessagesResource extends Resource {
  /** Resolves once the channel has accepted the message. */
  send(message: NewMessage, options?: CallOptions): Promise<SendResult> {
    return this.call('POST', '/messages', { body: message, options });
  }
}
