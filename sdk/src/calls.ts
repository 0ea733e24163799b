// Generated from the texts of the operations by `npm run sdk`. Change texts.ts of the area instead.

import type {
  AddedMembers,
  Broadcast,
  Contact,
  ContactChanges,
  ContactImport,
  ContactTags,
  Conversation,
  ConversationChanges,
  CreatedWebhook,
  Deleted,
  Delivery,
  DeliveryDetails,
  ErasedContact,
  Feed,
  GetReportQuery,
  ListBroadcastRecipientsQuery,
  ListBroadcastsQuery,
  ListContactsQuery,
  ListConversationsQuery,
  ListDeliveriesQuery,
  ListedSegment,
  ListMembersQuery,
  ListMessagesQuery,
  ListSegmentContactsQuery,
  ListSegmentsQuery,
  ListTeamsQuery,
  ListTemplatesQuery,
  Me,
  Media,
  Member,
  Message,
  MessageTemplate,
  NewContact,
  NewContacts,
  NewFeed,
  NewMessage,
  NewReply,
  NewSegment,
  NewTeam,
  NewWebhook,
  Recipient,
  RemovedMembers,
  ReplyResult,
  Report,
  RotatedSecret,
  Routing,
  RoutingChanges,
  SecretRotation,
  Segment,
  SegmentChanges,
  SegmentMembers,
  SendResult,
  Team,
  TeamChanges,
  Webhook,
  WebhookChanges,
} from './api-types.ts';
import type { List } from './list.ts';
import { Resource, toPath } from './resource.ts';
import type { CallOptions } from './transport.ts';

export class MeCalls extends Resource {
  /** The workspace and the scopes of the API key. */
  get(options?: CallOptions): Promise<Me> {
    return this.call('GET', '/me', { options });
  }
}

export class ContactsCalls extends Resource {
  list(query?: ListContactsQuery, options?: CallOptions): List<Contact> {
    return this.listOf('/contacts', { query, options });
  }

  /** Creates a contact, or returns the one that has the phone number or external id. */
  create(body: NewContact, options?: CallOptions): Promise<Contact> {
    return this.call('POST', '/contacts', { body, options });
  }

  /** Takes at most 500 contacts. Each entry has its own result; a rejected one does not affect the others. */
  importMany(body: NewContacts, options?: CallOptions): Promise<ContactImport> {
    return this.call('POST', '/contacts/batch', { body, options });
  }

  /** Erases a person with all conversations. It cannot be undone; the last traces are removed in the background. */
  delete(id: string, options?: CallOptions): Promise<ErasedContact> {
    return this.call('DELETE', toPath`/contacts/${id}`, { options });
  }

  get(id: string, options?: CallOptions): Promise<Contact> {
    return this.call('GET', toPath`/contacts/${id}`, { options });
  }

  /** Changes the fields that are present. `tags` replaces all tags. */
  update(id: string, body: ContactChanges, options?: CallOptions): Promise<Contact> {
    return this.call('PATCH', toPath`/contacts/${id}`, { body, options });
  }

  removeTags(id: string, body: ContactTags, options?: CallOptions): Promise<Contact> {
    return this.call('DELETE', toPath`/contacts/${id}/tags`, { body, options });
  }

  /** Adds tags and keeps the others. */
  addTags(id: string, body: ContactTags, options?: CallOptions): Promise<Contact> {
    return this.call('POST', toPath`/contacts/${id}/tags`, { body, options });
  }
}

export class SegmentsCalls extends Resource {
  list(query?: ListSegmentsQuery, options?: CallOptions): List<ListedSegment> {
    return this.listOf('/segments', { query, options });
  }

  create(body: NewSegment, options?: CallOptions): Promise<Segment> {
    return this.call('POST', '/segments', { body, options });
  }

  /** The contacts of the segment stay. */
  delete(id: string, options?: CallOptions): Promise<Deleted> {
    return this.call('DELETE', toPath`/segments/${id}`, { options });
  }

  get(id: string, options?: CallOptions): Promise<Segment> {
    return this.call('GET', toPath`/segments/${id}`, { options });
  }

  update(id: string, body: SegmentChanges, options?: CallOptions): Promise<Segment> {
    return this.call('PATCH', toPath`/segments/${id}`, { body, options });
  }

  /** Removes at most 1,000 contacts from a static segment. */
  removeContacts(id: string, body: SegmentMembers, options?: CallOptions): Promise<RemovedMembers> {
    return this.call('DELETE', toPath`/segments/${id}/contacts`, { body, options });
  }

  contacts(id: string, query?: ListSegmentContactsQuery, options?: CallOptions): List<Contact> {
    return this.listOf(toPath`/segments/${id}/contacts`, { query, options });
  }

  /** Adds at most 1,000 contacts to a static segment. */
  addContacts(id: string, body: SegmentMembers, options?: CallOptions): Promise<AddedMembers> {
    return this.call('POST', toPath`/segments/${id}/contacts`, { body, options });
  }
}

export class MessagesCalls extends Resource {
  /** Resolves once the channel has accepted the message. */
  send(body: NewMessage, options?: CallOptions): Promise<SendResult> {
    return this.call('POST', '/messages', { body, options });
  }
}

export class TemplatesCalls extends Resource {
  /** The approved ones, unless the query names another status. */
  list(query?: ListTemplatesQuery, options?: CallOptions): List<MessageTemplate> {
    return this.listOf('/templates', { query, options });
  }

  get(name: string, language: string, options?: CallOptions): Promise<MessageTemplate> {
    return this.call('GET', toPath`/templates/${name}/${language}`, { options });
  }
}

export class ConversationsCalls extends Resource {
  list(query?: ListConversationsQuery, options?: CallOptions): List<Conversation> {
    return this.listOf('/conversations', { query, options });
  }

  get(id: string, options?: CallOptions): Promise<Conversation> {
    return this.call('GET', toPath`/conversations/${id}`, { options });
  }

  /** Changes the state, the member who handles it, its team or the snooze. */
  update(id: string, body: ConversationChanges, options?: CallOptions): Promise<Conversation> {
    return this.call('PATCH', toPath`/conversations/${id}`, { body, options });
  }

  /** Newest first. */
  messages(id: string, query?: ListMessagesQuery, options?: CallOptions): List<Message> {
    return this.listOf(toPath`/conversations/${id}/messages`, { query, options });
  }

  /** Answers the customer on the channel of the conversation. Resolves once the channel has accepted the message. */
  reply(id: string, body: NewReply, options?: CallOptions): Promise<ReplyResult> {
    return this.call('POST', toPath`/conversations/${id}/messages`, { body, options });
  }
}

export class RoutingCalls extends Resource {
  get(options?: CallOptions): Promise<Routing> {
    return this.call('GET', '/routing', { options });
  }

  update(body: RoutingChanges, options?: CallOptions): Promise<Routing> {
    return this.call('PATCH', '/routing', { body, options });
  }
}

export class ReportsCalls extends Resource {
  get(metric: string, query?: GetReportQuery, options?: CallOptions): Promise<Report> {
    return this.call('GET', toPath`/reports/${metric}`, { query, options });
  }
}

export class MembersCalls extends Resource {
  list(query?: ListMembersQuery, options?: CallOptions): List<Member> {
    return this.listOf('/members', { query, options });
  }
}

export class TeamsCalls extends Resource {
  list(query?: ListTeamsQuery, options?: CallOptions): List<Team> {
    return this.listOf('/teams', { query, options });
  }

  create(body: NewTeam, options?: CallOptions): Promise<Team> {
    return this.call('POST', '/teams', { body, options });
  }

  /** The conversations of the team stay, without a team. */
  delete(id: string, options?: CallOptions): Promise<Deleted> {
    return this.call('DELETE', toPath`/teams/${id}`, { options });
  }

  get(id: string, options?: CallOptions): Promise<Team> {
    return this.call('GET', toPath`/teams/${id}`, { options });
  }

  update(id: string, body: TeamChanges, options?: CallOptions): Promise<Team> {
    return this.call('PATCH', toPath`/teams/${id}`, { body, options });
  }
}

export class MediaCalls extends Resource {
  /** The file of a customer's message, with a link of five minutes that needs no key. Waits while it is being copied. */
  get(id: string, options?: CallOptions): Promise<Media> {
    return this.call('GET', toPath`/media/${id}`, { options });
  }
}

export class BroadcastsCalls extends Resource {
  /** Newest first. */
  list(query?: ListBroadcastsQuery, options?: CallOptions): List<Broadcast> {
    return this.listOf('/broadcasts', { query, options });
  }

  get(id: string, options?: CallOptions): Promise<Broadcast> {
    return this.call('GET', toPath`/broadcasts/${id}`, { options });
  }

  /** Messages that were sent stay sent. Canceling again changes nothing. */
  cancel(id: string, options?: CallOptions): Promise<Broadcast> {
    return this.call('POST', toPath`/broadcasts/${id}/cancel`, { options });
  }

  /** Lists recipients in the order of the audience. */
  recipients(id: string, query?: ListBroadcastRecipientsQuery, options?: CallOptions): List<Recipient> {
    return this.listOf(toPath`/broadcasts/${id}/recipients`, { query, options });
  }
}

export class WebhooksCalls extends Resource {
  list(options?: CallOptions): List<Webhook> {
    return this.listOf('/webhooks', { options });
  }

  /** The only response with the webhook's `secret`: store it. */
  create(body: NewWebhook, options?: CallOptions): Promise<CreatedWebhook> {
    return this.call('POST', '/webhooks', { body, options });
  }

  delete(id: string, options?: CallOptions): Promise<Deleted> {
    return this.call('DELETE', toPath`/webhooks/${id}`, { options });
  }

  get(id: string, options?: CallOptions): Promise<Webhook> {
    return this.call('GET', toPath`/webhooks/${id}`, { options });
  }

  update(id: string, body: WebhookChanges, options?: CallOptions): Promise<Webhook> {
    return this.call('PATCH', toPath`/webhooks/${id}`, { body, options });
  }

  /** The only response with the new `secret`: store it. Until the overlap ends, the old one signs, too. */
  rotateSecret(id: string, body: SecretRotation = {}, options?: CallOptions): Promise<RotatedSecret> {
    return this.call('POST', toPath`/webhooks/${id}/rotate-secret`, { body, options });
  }

  /** Newest first, without payloads; kept for 30 days. */
  deliveries(id: string, query?: ListDeliveriesQuery, options?: CallOptions): List<Delivery> {
    return this.listOf(toPath`/webhooks/${id}/deliveries`, { query, options });
  }

  delivery(id: string, eventId: string, options?: CallOptions): Promise<DeliveryDetails> {
    return this.call('GET', toPath`/webhooks/${id}/deliveries/${eventId}`, { options });
  }

  redeliver(id: string, eventId: string, options?: CallOptions): Promise<Delivery> {
    return this.call('POST', toPath`/webhooks/${id}/deliveries/${eventId}/redeliver`, { options });
  }
}

export class FeedsCalls extends Resource {
  list(options?: CallOptions): List<Feed> {
    return this.listOf('/feeds', { options });
  }

  /** It gets every event from now on, until nobody has read it for 7 days. */
  create(body: NewFeed, options?: CallOptions): Promise<Feed> {
    return this.call('POST', '/feeds', { body, options });
  }

  delete(id: string, options?: CallOptions): Promise<Deleted> {
    return this.call('DELETE', toPath`/feeds/${id}`, { options });
  }

  get(id: string, options?: CallOptions): Promise<Feed> {
    return this.call('GET', toPath`/feeds/${id}`, { options });
  }
}
