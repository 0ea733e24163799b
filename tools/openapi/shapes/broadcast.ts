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

const noAudience = { segment_id: none, contact_ids: none, recipients: none, file_id: none };

export const segmentBroadcast = z.object({ ...content, ...noAudience, segment_id: id });

export const contactsBroadcast = z.object({ ...content, ...noAudience, contact_ids: listed(z.string()) });

export const recipientsBroadcast = z.object({ ...content, ...noAudience, recipients: listed(broadcastRecipient) });

export const fileBroadcast = z.object({ ...content, ...noAudience, file_id: id });

export const newBroadcast = z.union([segmentBroadcast, contactsBroadcast, recipientsBroadcast, fileBroadcast]);
