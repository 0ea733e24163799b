import * as z from 'zod/mini';
import { broadcastInput, recipientsMax } from '../../../functions/model/broadcasts/broadcast.ts';
import { id } from '../../../functions/model/id.ts';
import { templateChoice, templateParams } from '../../../functions/model/templates/template.ts';

/** One schema for each audience, where the service validates one flat object. A test compares the two. */
const content = {
  name: broadcastInput.shape.name,
  template: templateChoice,
  scheduled_at: z.optional(z.nullable(z.iso.datetime({ offset: true }))),
  dry_run: z.optional(z.nullable(z.boolean())),
};

export const broadcastRecipient = z.object({
  to: z.string(),
  params: z.optional(z.nullable(templateParams)),
});

const listed = <Item extends z.ZodMiniType>(item: Item) =>
  z.array(item).check(z.minLength(1), z.maxLength(recipientsMax));

/** A request has one audience, so the fields of the others are absent or null. */
const none = z.optional(z.null());

export const segmentBroadcast = z.object({ ...content, segment_id: id, contact_ids: none, recipients: none });

export const contactsBroadcast = z.object({
  ...content,
  segment_id: none,
  contact_ids: listed(z.string()),
  recipients: none,
});

export const recipientsBroadcast = z.object({
  ...content,
  segment_id: none,
  contact_ids: none,
  recipients: listed(broadcastRecipient),
});

export const newBroadcast = z.union([segmentBroadcast, contactsBroadcast, recipientsBroadcast]);
