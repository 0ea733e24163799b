/** How far a broadcast has come with one of its recipients: not asked for yet, then as the message goes. */
export const recipientStatuses = ['pending', 'sending', 'sent', 'delivered', 'read', 'failed'] as const;

export type RecipientStatus = (typeof recipientStatuses)[number];

/** What became of one recipient, as an operator sees it. */
export interface RecipientReport {
  phone: string;
  status: RecipientStatus;
  /** Of a failure: our own code, or the channel's number, where there is one. */
  reason_code: string | null;
  /** Of a failure: the words for it. */
  reason: string | null;
  /** Null until there is a message. */
  message_id: string | null;
  conversation_id: string | null;
  contact_id: string | null;
}
