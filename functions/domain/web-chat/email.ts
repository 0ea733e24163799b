import type { WebChatSettings } from '../../model/web-chat/settings.ts';
import type { StoredVisitor } from '../../model/web-chat/visitor.ts';
import { env } from '../../platform/env.ts';

/** Where no mail can be sent, nobody is asked for an address. */
export const toEmailChoice = ({ asks_email }: WebChatSettings): WebChatSettings['asks_email'] =>
  env.sendsMail() ? asks_email : 'never';

export const requiresEmail = (settings: WebChatSettings): boolean => toEmailChoice(settings) === 'before';

/** What the site's server has signed comes before what the visitor typed. */
export const toEmail = ({ customer, email }: StoredVisitor): string | undefined =>
  (customer?.email ?? email) || undefined;
