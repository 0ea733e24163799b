import { ids, phone, times } from '../samples.ts';

export const queuedSample = {
  id: ids.broadcast,
  name: 'Your order',
  template_name: 'order_update',
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
  scheduled_at: null,
  started_at: null,
  completed_at: null,
  failure_reason: null,
};

export const completedSample = {
  ...queuedSample,
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

export const canceledBroadcastSample = {
  ...queuedSample,
  status: 'canceled',
  pending_count: 0,
  sent_count: 60,
  failed_count: 65,
  started_at: times.updated,
  completed_at: times.inbound,
};

export const previewSample = {
  precision: 'exact',
  contacts_read: 128,
  total_recipients: 128,
  accepted: 125,
  rejected: 3,
  rejected_by_reason: { no_phone: 3, invalid_phone: 0, unknown_contact: 0, duplicate: 0, invalid_row: 0 },
  expected_messages: 122,
  expected_failures: { missing_value: 3, opted_out: 0, plan_limit_reached: 0 },
  missing_values: [{ field: 'name', with_default: 9, without_default: 3 }],
  examples: [{ reason: 'missing_value', contact_id: ids.contact, phone }],
  quota: { month: '2026-05', limit: 5_000, used: 1_204, left: 3_796 },
  messages_per_second: 80,
  duration_seconds: 2,
  scheduled_at: null,
};

export const fileUploadSample = {
  id: ids.file,
  url: 'https://media.example.com/',
  fields: { key: `uploads/${ids.account}/audiences/${ids.file}`, 'Content-Type': 'text/csv', policy: 'eyJleHBp…' },
  expires_at: '2026-05-04T09:45:00.000Z',
};

export const recipientSample = {
  phone,
  status: 'delivered',
  reason_code: null,
  reason: null,
  message_id: ids.message,
  conversation_id: ids.conversation,
  contact_id: ids.contact,
};

export const canceledRecipientSample = {
  phone: '+14155550124',
  status: 'canceled',
  reason_code: 'canceled',
  reason: 'The broadcast was canceled before this message was sent.',
  message_id: null,
  conversation_id: null,
  contact_id: null,
};
