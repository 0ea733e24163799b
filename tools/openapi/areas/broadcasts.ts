import { broadcast } from '../../../functions/model/broadcast.ts';
import type { AreaDoc, FieldDoc } from '../area.ts';
import * as shapes from '../shapes/broadcast.ts';
import { ids, phone, times } from './samples.ts';

const queued = {
  id: ids.broadcast,
  name: 'May sale',
  template_name: 'may_sale',
  template_language: 'en_US',
  segment_id: ids.segment,
  status: 'queued',
  total_recipients: 128,
  accepted: 125,
  rejected: 3,
  pending_count: 125,
  sent_count: 0,
  delivered_count: 0,
  read_count: 0,
  replied_count: 0,
  failed_count: 0,
  created_at: times.created,
  started_at: null,
  completed_at: null,
};

const completed = {
  ...queued,
  status: 'sent',
  pending_count: 0,
  sent_count: 124,
  delivered_count: 121,
  read_count: 80,
  replied_count: 12,
  failed_count: 1,
  started_at: times.updated,
  completed_at: times.inbound,
};

const contentFields: Record<string, FieldDoc> = {
  name: 'Name of the broadcast, for people. Spaces around it are removed.',
  template: 'The template that all recipients get. Its `params` have at most 16,384 characters as JSON.',
  segment_id: 'Not with this audience.',
  contact_ids: 'Not with this audience.',
  recipients: 'Not with this audience.',
};

const template = { name: 'may_sale', language: 'en_US', params: ['20 %'] };

export const broadcasts: AreaDoc = {
  description: 'Send one template to many people, in the background.',
  components: {
    BroadcastStatus: {
      schema: broadcast.shape.status,
      description:
        'State of a broadcast. It ends as `sent` if at least one message was sent, as `failed` if none was, or as ' +
        '`canceled`.',
    },
    Broadcast: {
      schema: broadcast,
      description: 'A broadcast and its progress. `accepted` is the sum of the pending, sent and failed recipients.',
      fields: {
        id: 'Id of the broadcast.',
        name: 'Name of the broadcast.',
        template_name: 'Name of the template.',
        template_language: 'Language of the template.',
        segment_id: 'Id of the segment that is the audience; null for listed contacts or numbers.',
        status: 'State of the broadcast.',
        total_recipients: 'Recipients that the request or the segment named.',
        accepted: 'Recipients who get a message. It is final once the status is `sending`.',
        rejected: 'Recipients without a usable phone number, unknown contacts and duplicates.',
        pending_count: 'Recipients whose message is not sent yet.',
        sent_count: 'Messages that the channel has accepted.',
        delivered_count: 'Messages that reached the phone.',
        read_count: 'Messages that were read.',
        replied_count: 'Recipients who wrote back.',
        failed_count: 'Messages that failed, for any reason.',
        created_at: 'When the broadcast was created.',
        started_at: 'When sending began.',
        completed_at: 'When the last recipient was done.',
      },
    },
    BroadcastRecipient: {
      schema: shapes.broadcastRecipient,
      description: 'A phone number, with values of its own for the template if needed.',
      fields: {
        to: {
          description:
            "Phone number in E.164, or a national number in the workspace's default country. One that cannot be used " +
            'is counted as rejected.',
          examples: [phone],
        },
        params: 'Values for the template, instead of those of the broadcast. At most 16,384 characters as JSON.',
      },
    },
    SegmentBroadcast: {
      schema: shapes.segmentBroadcast,
      description: 'A broadcast to the contacts of a segment.',
      fields: { ...contentFields, segment_id: 'Id of the segment.' },
    },
    ContactsBroadcast: {
      schema: shapes.contactsBroadcast,
      description: 'A broadcast to listed contacts.',
      fields: { ...contentFields, contact_ids: 'Ids of contacts. Unknown ones are counted as rejected.' },
    },
    RecipientsBroadcast: {
      schema: shapes.recipientsBroadcast,
      description: 'A broadcast to listed phone numbers.',
      fields: { ...contentFields, recipients: 'The phone numbers. Duplicates are counted as rejected.' },
    },
    NewBroadcast: {
      schema: shapes.newBroadcast,
      description: 'A broadcast to launch, with exactly one audience: a segment, listed contacts or listed numbers.',
    },
  },
  operations: {
    createBroadcast: {
      description:
        'Sends a template to a segment, to listed contacts or to listed phone numbers, in the background. The audience ' +
        'is a snapshot. Recipients without a usable number and duplicates are rejected; if none is left, the request ' +
        'is a `bad_request`. A template that the channel has paused or disabled is a `platform_error`. No recipient gets ' +
        'the message twice.',
      request: {
        schema: 'NewBroadcast',
        examples: {
          segment: { summary: 'To a segment', value: { name: 'May sale', template, segment_id: ids.segment } },
          contacts: {
            summary: 'To listed contacts',
            value: { name: 'May sale', template, contact_ids: [ids.contact, ids.otherContact] },
          },
          recipients: {
            summary: 'To listed numbers, one with its own values',
            value: {
              name: 'May sale',
              template,
              recipients: [{ to: phone }, { to: '+14155550124', params: ['30 %'] }],
            },
          },
        },
      },
      response: { data: 'Broadcast', examples: { 202: { data: queued } } },
    },
    getBroadcast: {
      description: 'Returns one broadcast with its progress.',
      parameters: { id: 'Id of the broadcast.' },
      response: { data: 'Broadcast', examples: { 200: { data: completed } } },
    },
  },
};
