import { contact } from '../../functions/model/contact.ts';
import { conversation } from '../../functions/model/conversation.ts';
import { message } from '../../functions/model/message.ts';
import { listedSegment, segment } from '../../functions/model/segment.ts';
import { segmentFilter } from '../../functions/model/segment-filter.ts';
import { createdWebhook, webhook } from '../../functions/model/webhook.ts';

/** Schemas with a name of their own in the document; all others are written inline. */
export const components = {
  Contact: contact,
  Conversation: conversation,
  CreatedWebhook: createdWebhook,
  ListedSegment: listedSegment,
  Message: message,
  Segment: segment,
  SegmentFilter: segmentFilter,
  Webhook: webhook,
};
