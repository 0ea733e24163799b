import * as z from 'zod/mini';
import { audienceFile, fileError, newFile } from '../../model/broadcasts/audience-file.ts';
import { broadcast, recipientReport, recipientStatuses } from '../../model/broadcasts/broadcast.ts';
import {
  broadcastPreview,
  expectedFailures,
  missingValue,
  previewExample,
  quotaPreview,
  rejections,
} from '../../model/broadcasts/preview.ts';
import { failureReason } from '../../model/broadcasts/recipient.ts';
import { ids, phone } from '../samples.ts';
import * as shapes from '../shapes.ts';
import type { AreaTexts, FieldDoc } from '../texts.ts';
import {
  canceledBroadcastSample,
  canceledRecipientSample,
  completedSample,
  fileUploadSample,
  previewSample,
  queuedSample,
  recipientSample,
} from './examples.ts';

const contentFields: Record<string, FieldDoc> = {
  name: 'Name of the broadcast, for people. Spaces around it are removed.',
  template:
    'The template that all recipients get. Its `params` have at most 16,384 characters as JSON. They may name fields of ' +
    "the recipient's contact: `{{contact.name}}`, or with a default `{{contact.name|there}}`; also `email`, `company`, `attributes.<name>` " +
    'and `phone`.',
  scheduled_at:
    'When to send, at most 30 days ahead; at once without it. Contacts and segments are read when sending begins.',
  dry_run: 'True only says what the broadcast would do, with status 200. Nothing is sent or stored.',
  segment_id: 'Null or absent with this audience.',
  contact_ids: 'Null or absent with this audience.',
  recipients: 'Null or absent with this audience.',
  file_id: 'Null or absent with this audience.',
};

const template = { name: 'order_update', language: 'en_US', params: ['Ana', '1042'] };

export const texts: AreaTexts = {
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
        replied_count: 'Recipients who wrote back within three days, before another broadcast.',
        failed_count: 'Recipients who got no message, for any reason, such as `opted_out`.',
        created_at: 'When the broadcast was created.',
        scheduled_at: 'When it is to be sent; null for one that was sent at once.',
        started_at: 'When sending began.',
        completed_at: 'When the last recipient was done.',
        failure_reason:
          'Why the broadcast is `failed`, else null. The code is `no_recipients`, `segment_deleted` or `nothing_sent`; for ' +
          'the last, each recipient has a reason of its own.',
        file_errors:
          'Present for a broadcast to a file, once it is read: the first 100 lines that get no message, with the reason.',
      },
    },
    BroadcastFailure: {
      schema: failureReason,
      description: 'Why a broadcast failed.',
      fields: {
        code: '`no_recipients`, `segment_deleted` or `nothing_sent`.',
        message: 'The reason, for people. It may change.',
      },
    },
    BroadcastPreview: {
      schema: broadcastPreview,
      description: 'What a broadcast would do, as far as can be told now.',
      fields: {
        precision:
          '`exact`: all recipients were read. `estimate`: the newest 2,000 contacts of the segment were read, and the ' +
          'counts are scaled to its size. `minimum`: its size is not known, so the counts are those of the contacts that ' +
          'were read.',
        contacts_read: 'Recipients or contacts that were read for this answer.',
        total_recipients: 'Recipients that the request or the segment names.',
        accepted: 'Recipients with a usable phone number, each once.',
        rejected: 'Recipients that are not accepted.',
        rejected_by_reason: 'Recipients that are not accepted, by reason.',
        expected_messages: '`accepted` without the expected failures.',
        expected_failures: 'Accepted recipients who would get no message, by the `reason_code` that they would have.',
        missing_values: 'For each contact field that a value names: how many accepted recipients lack it.',
        examples:
          'The first 5 people of each reason who would get no message: contacts without a phone number, who have opted ' +
          'out, or who lack a value.',
        quota: "The plan's messages in the month in which sending begins.",
        messages_per_second: "The number's send rate.",
        duration_seconds: 'How long the expected messages take at that rate, if no other broadcast uses it.',
        scheduled_at: 'When it would be sent; null for at once.',
        file_errors: 'Present for a file: the first 100 lines that would get no message, with the reason.',
      },
    },
    PreviewExample: {
      schema: previewExample,
      description: 'A person who would get no message.',
      fields: {
        reason: 'Why.',
        contact_id: 'The contact; null for a number that no contact has.',
        phone: 'Phone number in E.164; null for a contact without one.',
      },
    },
    FileError: {
      schema: fileError,
      description: 'A line of a file that gets no message.',
      fields: {
        line: 'Number of the line, from 1; the line of the columns counts.',
        code:
          'Why: no or no valid phone number, a number that is listed before, a line that cannot be read or has too many ' +
          'cells, or an empty cell that a value names without a default.',
      },
    },
    NewFile: {
      schema: newFile,
      description: 'A file to upload.',
      fields: { size_bytes: 'Size of the file. The bucket refuses a larger one.' },
    },
    FileUpload: {
      schema: audienceFile,
      description: 'A form that takes the file.',
      fields: {
        id: 'Id of the file, for `file_id` of the broadcast.',
        url: 'Send the file there with POST, as `multipart/form-data`.',
        fields: 'The fields of the form. The file follows them, as the last field, `file`.',
        expires_at: 'Until when the form is valid.',
      },
    },
    RejectedByReason: {
      schema: rejections,
      description: 'Recipients who are not accepted, by reason.',
      fields: {
        no_phone: 'Contacts without a phone number.',
        invalid_phone: 'Texts that are not a phone number.',
        unknown_contact: 'Ids that are not contacts of the workspace.',
        duplicate: 'Recipients whose number or id is listed before.',
        invalid_row: 'Lines of a file that cannot be read, or have more cells than there are columns.',
      },
    },
    ExpectedFailures: {
      schema: expectedFailures,
      description: 'Accepted recipients who would get no message, by reason.',
      fields: {
        missing_value: 'Their contact, or their line of the file, lacks a field that a value names without a default.',
        opted_out: 'They opted out of broadcasts.',
        plan_limit_reached: "They are beyond the plan's messages for the month.",
      },
    },
    MissingValue: {
      schema: missingValue,
      description: 'How many accepted recipients lack a field of their contact, or of their line, that a value names.',
      fields: {
        field: 'The field.',
        with_default: 'Recipients who get the default.',
        without_default: 'Recipients who get no message, because a value names the field without a default.',
      },
    },
    QuotaPreview: {
      schema: quotaPreview,
      description: 'Messages of a month.',
      fields: {
        month: 'The calendar month in UTC.',
        limit: 'Messages that the plan has; null for no limit.',
        used: 'Messages that are used up.',
        left: 'Messages that are left; null for no limit.',
      },
    },
    RecipientStatus: {
      schema: z.enum(recipientStatuses),
      description:
        '`pending` until the channel is called, then the status of the message. `canceled` if the broadcast was canceled ' +
        'before.',
    },
    Recipient: {
      schema: recipientReport,
      description: 'A recipient of a broadcast and what became of it.',
      fields: {
        phone: 'The phone number, in E.164.',
        status: 'How far the broadcast is with this recipient.',
        reason_code: "Why there is no message or it failed: a word of ours, or the channel's code; else null.",
        reason: 'The reason in words for people; null without a code.',
        message_id: 'Id of the message; null if there is none.',
        conversation_id: 'Id of its conversation; null if there is no message.',
        contact_id: 'Id of its contact; null if there is no message.',
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
    FileBroadcast: {
      schema: shapes.fileBroadcast,
      description: 'A broadcast to the lines of an uploaded CSV file.',
      fields: {
        ...contentFields,
        file_id:
          'Id of the file, from `POST /broadcasts/files`. Its first line names the columns, one of them `phone`. ' +
          'Values of the template may name the others: `{{row.code}}`, or with a default `{{row.code|none}}`.',
      },
    },
    NewBroadcast: {
      schema: shapes.newBroadcast,
      description:
        'A broadcast to launch, with exactly one audience: a segment, listed contacts, listed numbers or a file.',
    },
  },
  operations: {
    createBroadcast: {
      summary: 'Launch a broadcast',
      row: 'send a template to a segment, to `contact_ids`, to `recipients` or to a file, now or at `scheduled_at`; with `dry_run` only say what it would do',
      description:
        'Sends a template to a segment, to listed contacts, to listed phone numbers or to the lines of a file, in the ' +
        'background. The audience is a snapshot. Recipients without a usable number and duplicates are rejected; if none is left, the request ' +
        'is a `bad_request`. A template that the channel has paused or disabled is a `platform_error`. No recipient gets ' +
        'the message twice. Contacts who have opted out by the time it is their ' +
        'turn get none and count as failed. With `scheduled_at` it waits for that time; with `dry_run` it only says what ' +
        'it would do, fails as the broadcast would, and ignores an `Idempotency-Key`.',
      client: { call: 'broadcasts.create', isHandWritten: true },
      request: {
        schema: 'NewBroadcast',
        examples: {
          segment: { summary: 'To a segment', value: { name: 'Your order', template, segment_id: ids.segment } },
          contacts: {
            summary: 'To listed contacts',
            value: { name: 'Your order', template, contact_ids: [ids.contact, ids.otherContact] },
          },
          recipients: {
            summary: 'To listed numbers, one with its own values',
            value: {
              name: 'Your order',
              template,
              recipients: [{ to: phone }, { to: '+14155550124', params: ['Ben', '1043'] }],
            },
          },
          file: {
            summary: 'To the lines of a file, each with its own values',
            value: {
              name: 'Your order',
              template: { ...template, params: ['{{row.name}}', '{{row.order}}'] },
              file_id: ids.file,
            },
          },
          scheduled: {
            summary: 'At a later time, with the name of each contact',
            value: {
              name: 'Your order',
              template: { ...template, params: ['{{contact.name|there}}', '1042'] },
              segment_id: ids.segment,
              scheduled_at: '2026-05-05T18:00:00+02:00',
            },
          },
          dryRun: {
            summary: 'A dry run',
            value: { name: 'Your order', template, segment_id: ids.segment, dry_run: true },
          },
        },
      },
      response: {
        data: 'Broadcast',
        otherData: { 200: 'BroadcastPreview' },
        examples: { 200: { data: previewSample }, 202: { data: queuedSample } },
      },
    },
    createBroadcastFile: {
      summary: 'Upload a file of recipients',
      row: 'a form to upload a [file of recipients](broadcasts.md#a-file) with own values',
      description:
        'Returns a form for a CSV file of up to 100,000 recipients and 20 MB, in UTF-8. Upload it within 15 minutes and ' +
        'name it in `POST /broadcasts`. It serves one broadcast, and is removed when that has read it, after a day, or ' +
        'when a contact is erased.',
      client: { call: 'broadcasts.upload', isHandWritten: true, sample: 'phone,name,order\n+14155550123,Ana,1042' },
      request: {
        schema: 'NewFile',
        examples: { file: { summary: 'A file of 4 MB', value: { size_bytes: 4_000_000 } } },
      },
      response: { data: 'FileUpload', examples: { 201: { data: fileUploadSample } } },
    },
    listBroadcasts: {
      summary: 'List broadcasts',
      row: 'list broadcasts with their progress',
      description: 'Lists the broadcasts of the workspace with their progress, newest first.',
      client: { call: 'broadcasts.list', comment: 'Newest first.' },
      response: { data: 'Broadcast', examples: { 200: { data: [completedSample], meta: { next_cursor: null } } } },
    },
    cancelBroadcast: {
      summary: 'Cancel a broadcast',
      row: 'stop a broadcast; what was sent stays sent',
      description:
        'Stops a broadcast. What was sent stays sent, calls to the channel in progress still go out, and the other ' +
        'recipients are canceled within seconds; they count as failed. A broadcast that is canceled while `queued` sends ' +
        'nothing. Canceling it again changes nothing; one that has completed is a `bad_request`.',
      client: {
        call: 'broadcasts.cancel',
        comment: 'Messages that were sent stay sent. Canceling again changes nothing.',
      },
      parameters: { id: 'Id of the broadcast.' },
      response: { data: 'Broadcast', examples: { 200: { data: canceledBroadcastSample } } },
    },
    listBroadcastRecipients: {
      summary: 'List the recipients of a broadcast',
      row: 'the outcome for each recipient; filter `status`',
      description:
        'Lists the accepted recipients in the order of the audience, as far as it has been read. With `status`, one call ' +
        'looks at some 500 recipients: a page can be short, or empty, and still have a next one.',
      client: { call: 'broadcasts.recipients', comment: 'Lists recipients in the order of the audience.' },
      parameters: { id: 'Id of the broadcast.', status: 'Only recipients with this status.' },
      response: {
        data: 'Recipient',
        examples: { 200: { data: [recipientSample, canceledRecipientSample], meta: { next_cursor: null } } },
      },
    },
    getBroadcast: {
      summary: 'Get a broadcast',
      row: 'the progress of a broadcast',
      description: 'Returns one broadcast with its progress.',
      client: { call: 'broadcasts.get' },
      parameters: { id: 'Id of the broadcast.' },
      response: { data: 'Broadcast', examples: { 200: { data: completedSample } } },
    },
  },
};
