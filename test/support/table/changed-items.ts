import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { newId } from '../../../functions/platform/ids.ts';
import { keys } from '../../../functions/table/keys.ts';

// Items as in the table and its stream.

export const workspaceId = '0199f3a1-5b7c-7d2e-9a41-c3d5e7f90123';
const contactId = '0199f3a2-0c4d-7e8f-8b13-1a2b3c4d5e6f';
const conversationId = '0199f3a2-0c4e-7e8f-8b13-1a2b3c4d5e6f';
const messageId = '0199f3a2-0c4f-7e8f-8b13-1a2b3c4d5e6f';

export const contact = {
  ...keys.contact(workspaceId, contactId),
  entity: 'contact',
  id: contactId,
  phone: '+4915112345678' as string | null,
  social_username: null as string | null,
  channels: ['msgapp'],
  name: 'Ana',
  email: null,
  company: null,
  avatar_url: null,
  tags: [],
  opted_out_at: null,
  created_at: '2026-11-15T12:00:00.000Z',
  updated_at: '2026-11-15T12:00:00.000Z',
  version: 1,
};

export const toRecord = (images: { NewImage?: object; OldImage?: object }): DynamoDBRecord => {
  const marshalled = Object.entries(images).map(([name, image]) => [name, marshall(image)]);
  return { eventID: newId(), dynamodb: { SequenceNumber: '1', ...Object.fromEntries(marshalled) } };
};

/** The stream's record of a new contact. */
export const newContactRecord = (workspaceId: string): DynamoDBRecord => {
  const id = newId();
  return toRecord({ NewImage: { ...contact, ...keys.contact(workspaceId, id), id } });
};

export const conversation = {
  ...keys.conversation(workspaceId, conversationId),
  entity: 'conversation',
  id: conversationId,
  channel: 'msgapp',
  contact_id: contactId,
  status: 'open',
  assigned_agent_id: null as string | null,
  unread_count: 0,
  created_at: '2026-11-15T12:00:01.000Z',
  updated_at: '2026-11-15T12:00:01.000Z',
};

const message = {
  ...keys.message(conversationId, messageId),
  entity: 'message',
  id: messageId,
  workspace_id: workspaceId,
  contact_id: contactId,
  conversation_id: conversationId,
  channel: 'msgapp',
  channel_message_id: 'wamid.1',
  content_type: 'text',
  content_text: 'Hi',
  created_at: '2026-11-15T12:00:02.000Z',
};

export const inbound = { ...message, direction: 'inbound', sender_type: 'customer', status: 'delivered' };

export const outbound = { ...message, direction: 'outbound', sender_type: 'agent', status: 'sent' };

export const sending = { ...outbound, channel_message_id: null, status: 'sending' };

export const broadcast = {
  ...keys.broadcast(workspaceId, messageId),
  entity: 'broadcast',
  id: messageId,
  workspace_id: workspaceId,
  name: 'May',
  template_name: 'sale',
  template_language: 'en',
  segment_id: null,
  status: 'sending',
  accepted: 2,
  rejected: 0,
  lanes: 2,
  is_audience_pending: false,
  created_at: '2026-11-15T12:00:00.000Z',
  started_at: '2026-11-15T12:00:01.000Z',
  completed_at: null,
};

export const erasure = {
  ...keys.erasure(workspaceId, contactId),
  entity: 'erasure',
  id: contactId,
  status: 'requested',
  requested_at: '2026-11-15T12:00:04.000Z',
};

export const receipt = { status: 'delivered', at: '2026-11-15T12:00:03.000Z' };
