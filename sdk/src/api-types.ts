// Generated from the OpenAPI document by `npm run sdk`. Change the contracts instead.

/** A workspace: a company and all its data. */
export interface Account {
  /** Id of the workspace. Events call it `account_id`. */ id: string;
  /** Name of the workspace. */ name: string;
}

/** How many contacts a request added to a segment. */
export interface AddedMembers {
  /** Id of the segment. */ segment_id: string;
  /** Number of ids in the request. */ requested: number;
  /** Number of contacts that were added. Members and unknown ids do not count. */ added: number;
}

/** The body of every failure. */
export interface ApiError {
  /** What went wrong. */ error: ApiErrorDetail;
}

/** Stable code of an error. */
export type ApiErrorCode =
  | 'bad_request'
  | 'invalid_request'
  | 'msgapp_not_configured'
  | 'template_malformed'
  | 'unauthorized'
  | 'plan_limit_reached'
  | 'subscription_lapsed'
  | 'forbidden'
  | 'not_found'
  | 'rate_limited'
  | 'internal'
  | 'platform_error';

/** What went wrong. */
export interface ApiErrorDetail {
  /** Stable code of the error. Branch on it. */ code: ApiErrorCode;
  /** Explanation for people. It may change. */ message: string;
}

/** An API key, without its secret part. */
export interface ApiKey {
  /** Id of the key. */ id: string;
  /** What the key may do. A key without scopes can call only `GET /me`. */ scopes: Array<Scope>;
}

/** An attempt to deliver an event. */
export interface AttemptSummary {
  /** When the attempt began. */ at: string;
  /** HTTP status of the response, or the name of the failure, such as `timeout`. */ code: number | string;
  /** How long it took, in milliseconds. */ duration_ms: number;
}

/** A sound file. It has no caption. */
export interface AudioMessage {
  /** Phone number in E.164, or a national number in the workspace's default country. */ to: string;
  /** Name of the contact. It replaces a stored name that differs. */ name?: string | null;
  /** Our id of an earlier message of the same conversation, which this one quotes. */
  reply_to_message_id?: string | null;
  /** Approved template that is sent instead if the 24-hour window is closed. It is checked even if it is not needed. At most 16,384 characters as JSON. */
  fallback_template?: Template | null;
  /** `audio`. */ type: 'audio';
  /** Public http or https URL of the audio, from which the channel fetches it. */ media_url: string;
}

/** How a team gives its conversations to its members. */
export interface AutoAssign {
  /** Whether it gives conversations that wait to members who are present, by turns. */ is_on: boolean;
  /** A member with so many open conversations gets no further one. */ open_max: number;
}

/** How a team gives its conversations to its members. Fields that are left out stay as they are. */
export interface AutoAssignChanges {
  /** Whether it gives conversations that wait to members who are present, by turns. False for a new team. */
  is_on?: boolean | null;
  /** A member with so many open conversations gets no further one. 10 for a new team. */ open_max?: number | null;
}

/** The away message on a channel. */
export interface AwayChannel {
  /** Whether it is sent there. */ is_active: boolean;
  /** A text of its own. Null stands for that of all channels. */ text: string | null;
}

/** The away message on each channel. */
export interface AwayChannels {
  /** On Msgapp. */ msgapp: AwayChannel;
  /** On the social channel. */ social: AwayChannel;
  /** In the web chat. */ web: AwayChannel;
}

/** A text that is sent once per conversation and absence. */
export interface AwayMessage {
  /** The text for all channels. */ text: string;
  /** On which channels it is sent. */ channels: AwayChannels;
}

/** A broadcast and its progress. `accepted` is the sum of the pending, sent and failed recipients. */
export interface Broadcast {
  /** Id of the broadcast. */ id: string;
  /** Name of the broadcast. */ name: string;
  /** Name of the template. */ template_name: string;
  /** Language of the template. */ template_language: string;
  /** Id of the segment that is the audience; null for listed contacts or numbers. */ segment_id: string | null;
  /** State of the broadcast. */ status: BroadcastStatus;
  /** Recipients that the request or the segment named. */ total_recipients: number;
  /** Recipients who get a message. It is final once the status is `sending`. */ accepted: number;
  /** Recipients without a usable phone number, unknown contacts and duplicates. */ rejected: number;
  /** Recipients whose message is not sent yet. */ pending_count: number;
  /** Messages that the channel has accepted. */ sent_count: number;
  /** Messages that reached the phone. */ delivered_count: number;
  /** Messages that were read. */ read_count: number;
  /** Recipients who wrote back within three days, before another broadcast. */ replied_count: number;
  /** Recipients who got no message, for any reason, such as `opted_out`. */ failed_count: number;
  /** When the broadcast was created. */ created_at: string;
  /** When it is to be sent; null for one that was sent at once. */ scheduled_at: string | null;
  /** When sending began. */ started_at: string | null;
  /** When the last recipient was done. */ completed_at: string | null;
  /** Why the broadcast is `failed`, else null. The code is `no_recipients`, `segment_deleted` or `nothing_sent`; for the last, each recipient has a reason of its own. */
  failure_reason: BroadcastFailure | null;
  /** Present for a broadcast to a file, once it is read: the first 100 lines that get no message, with the reason. */
  file_errors?: Array<FileError>;
}

/** A broadcast that ended. */
export interface BroadcastCompleted {
  /** The broadcast as it was when it ended. Later receipts change its counters. */ broadcast: Broadcast;
}

/** The body of a `broadcast.completed` delivery. */
export interface BroadcastCompletedEvent {
  /** Id of the event, the same on every attempt. Ignore an id that was processed before. */ id: string;
  /** Name of the event. */ event: 'broadcast.completed';
  /** When it happened, not when it was sent. */ occurred_at: string;
  /** Id of the workspace. */ account_id: string;
  /** What happened. Read the keys you need and ignore the rest. */ data: BroadcastCompleted;
}

/** Why a broadcast failed. */
export interface BroadcastFailure {
  /** `no_recipients`, `segment_deleted` or `nothing_sent`. */ code: string;
  /** The reason, for people. It may change. */ message: string;
}

/** What a broadcast would do, as far as can be told now. */
export interface BroadcastPreview {
  /** `exact`: all recipients were read. `estimate`: the newest 2,000 contacts of the segment were read, and the counts are scaled to its size. `minimum`: its size is not known, so the counts are those of the contacts that were read. */
  precision: 'exact' | 'estimate' | 'minimum';
  /** Recipients or contacts that were read for this answer. */ contacts_read: number;
  /** Recipients that the request or the segment names. */ total_recipients: number;
  /** Recipients with a usable phone number, each once. */ accepted: number;
  /** Recipients that are not accepted. */ rejected: number;
  /** Recipients that are not accepted, by reason. */ rejected_by_reason: RejectedByReason;
  /** `accepted` without the expected failures. */ expected_messages: number;
  /** Accepted recipients who would get no message, by the `reason_code` that they would have. */
  expected_failures: ExpectedFailures;
  /** For each contact field that a value names: how many accepted recipients lack it. */
  missing_values: Array<MissingValue>;
  /** The first 5 people of each reason who would get no message: contacts without a phone number, who have opted out, or who lack a value. */
  examples: Array<PreviewExample>;
  /** The plan's messages in the month in which sending begins. */ quota: QuotaPreview;
  /** The number's send rate. */ messages_per_second: number;
  /** How long the expected messages take at that rate, if no other broadcast uses it. */ duration_seconds: number;
  /** When it would be sent; null for at once. */ scheduled_at: string | null;
  /** Present for a file: the first 100 lines that would get no message, with the reason. */
  file_errors?: Array<FileError>;
}

/** A phone number, with values of its own for the template if needed. */
export interface BroadcastRecipient {
  /** Phone number in E.164, or a national number in the workspace's default country. One that cannot be used is counted as rejected. */
  to: string;
  /** Values for the template, instead of those of the broadcast. At most 16,384 characters as JSON. */
  params?: TemplateParams | null;
}

/** State of a broadcast. It ends as `sent` if at least one message was sent, as `failed` if none was, or as `canceled`. */
export type BroadcastStatus = 'queued' | 'sending' | 'sent' | 'failed' | 'canceled';

/** A network on which customers write: the messaging app, social direct messages or the website chat. */
export type Channel = 'msgapp' | 'social' | 'web';

/** A person whom the workspace writes to or who wrote to it. */
export interface Contact {
  /** Id of the contact. */ id: string;
  /** Phone number in E.164; null for a contact from a social thread or a web chat. */ phone: string | null;
  /** User name on the social channel; null for other contacts. */ social_username: string | null;
  /** Channels on which the contact is known. */ channels: Array<Channel>;
  /** Name of the contact. */ name: string | null;
  /** Email address. It is stored as sent, without validation. */ email: string | null;
  /** Company of the contact. */ company: string | null;
  /** URL of a picture of the contact. */ avatar_url: string | null;
  /** Tags of the contact. */ tags: Array<Tag>;
  /** When the contact last opted out of broadcasts; null for a contact who gets them. It changes when the contact writes a keyword such as STOP or START, or with `opted_out`. */
  opted_out_at: string | null;
  /** When the contact was created. */ created_at: string;
  /** When the contact last changed. */ updated_at: string;
  /** Your own id of the contact; null if it has none. */ external_id: string | null;
  /** Your own fields of the contact. */ attributes: Record<string, string | number | boolean>;
}

/** The fields of a contact to change. Fields that are left out stay as they are. */
export interface ContactChanges {
  /** Name of the contact. Null clears it. */ name?: string | null;
  /** Email address. Null clears it. It is stored as sent, without validation. */ email?: string | null;
  /** Company of the contact. Null clears it. */ company?: string | null;
  /** Names of tags, which replace all tags of the contact. Unknown ones are created. */ tags?: Array<string> | null;
  /** Your own id of the contact, such as that of your CRM. It is unique in the workspace. Null clears it. */
  external_id?: string | null;
  /** Your own fields: up to 50 names of lowercase letters, digits and underscores, each with a text, a number or a boolean. Names that are left out stay as they are, and null removes one. */
  attributes?: Record<string, string | number | boolean | null> | null;
  /** True opts the contact out of broadcasts, false in again, as if they had written it now. A value that the contact already has changes nothing. Messages of `POST /messages` are not affected. */
  opted_out?: boolean | null;
}

/** A contact that was created. */
export interface ContactCreated {
  /** Id of the contact. */ contact_id: string;
  /** Phone number in E.164; null for a contact from a social thread or a web chat. */ phone: string | null;
  /** Name of the contact. */ name: string | null;
  /** User name on the social channel. Only contacts from a social thread have this key. */
  social_username?: string | null;
}

/** The body of a `contact.created` delivery. */
export interface ContactCreatedEvent {
  /** Id of the event, the same on every attempt. Ignore an id that was processed before. */ id: string;
  /** Name of the event. */ event: 'contact.created';
  /** When it happened, not when it was sent. */ occurred_at: string;
  /** Id of the workspace. */ account_id: string;
  /** What happened. Read the keys you need and ignore the rest. */ data: ContactCreated;
}

/** A contact that was erased. Nothing else about it is left. */
export interface ContactDeleted {
  /** Id of the contact. */ contact_id: string;
}

/** The body of a `contact.deleted` delivery. */
export interface ContactDeletedEvent {
  /** Id of the event, the same on every attempt. Ignore an id that was processed before. */ id: string;
  /** Name of the event. */ event: 'contact.deleted';
  /** When it happened, not when it was sent. */ occurred_at: string;
  /** Id of the workspace. */ account_id: string;
  /** What happened. Read the keys you need and ignore the rest. */ data: ContactDeleted;
}

/** What became of the entries of an import. */
export interface ContactImport {
  /** Number of entries that created a contact. */ created: number;
  /** Number of entries that changed a contact. */ updated: number;
  /** Number of entries whose contact was already as they say. */ unchanged: number;
  /** Number of entries that were not stored. */ rejected: number;
  /** One result for each entry, in the order of the request. */ results: Array<ImportResult>;
}

/** Tags to add to a contact or to remove from it. */
export interface ContactTags {
  /** Names of tags, in any spelling. */ tags: Array<string>;
}

/** A contact that changed. */
export interface ContactUpdated {
  /** Id of the contact. */ contact_id: string;
  /** The fields of the contact that changed. `opted_out_at` is the consent. */
  changed: Array<'phone' | 'name' | 'email' | 'company' | 'tags' | 'opted_out_at' | 'external_id' | 'attributes'>;
  /** The contact after the change. */ contact: Contact;
}

/** The body of a `contact.updated` delivery. */
export interface ContactUpdatedEvent {
  /** Id of the event, the same on every attempt. Ignore an id that was processed before. */ id: string;
  /** Name of the event. */ event: 'contact.updated';
  /** When it happened, not when it was sent. */ occurred_at: string;
  /** Id of the workspace. */ account_id: string;
  /** What happened. Read the keys you need and ignore the rest. */ data: ContactUpdated;
}

/** A broadcast to listed contacts. */
export interface ContactsBroadcast {
  /** Name of the broadcast, for people. Spaces around it are removed. */ name: string;
  /** The template that all recipients get. Its `params` have at most 16,384 characters as JSON. They may name fields of the recipient's contact: `{{contact.name}}`, or with a default `{{contact.name|there}}`; also `email`, `company`, `attributes.<name>` and `phone`. */
  template: Template;
  /** When to send, at most 30 days ahead; at once without it. Contacts and segments are read when sending begins. */
  scheduled_at?: string | null;
  /** True only says what the broadcast would do, with status 200. Nothing is sent or stored. */
  dry_run?: boolean | null;
  /** Null or absent with this audience. */ segment_id?: null;
  /** Ids of contacts. Unknown ones are counted as rejected. */ contact_ids: Array<string>;
  /** Null or absent with this audience. */ recipients?: null;
  /** Null or absent with this audience. */ file_id?: null;
}

/** What a message contains. */
export type ContentType =
  | 'text'
  | 'template'
  | 'image'
  | 'video'
  | 'document'
  | 'audio'
  | 'sticker'
  | 'location'
  | 'contacts'
  | 'interactive'
  | 'reaction'
  | 'unsupported';

/** All messages exchanged with one contact on one channel. */
export interface Conversation {
  /** Id of the conversation. */ id: string;
  /** Channel of the conversation. */ channel: Channel;
  /** Id of the contact. */ contact_id: string;
  /** State of the conversation. */ status: ConversationStatus;
  /** Id of the member who handles the conversation; null if nobody does. */ assigned_agent_id: string | null;
  /** Text of the last message that is no away message. */ last_message_text: string | null;
  /** Time of the last message that is no away message. */ last_message_at: string | null;
  /** Time of the last message from the customer, which opens the 24-hour window. */ last_inbound_at: string | null;
  /** Messages from the customer since the last message to them. */ unread_count: number;
  /** When the conversation started. */ created_at: string;
  /** When the conversation last changed. */ updated_at: string;
  /** The contact of the conversation. */ contact: EmbeddedContact;
  /** When the 24-hour window closes or has closed: 24 hours after the last message from the customer. Null if no message is known, and on `web`, which has no window. */
  window_expires_at: string | null;
  /** Since when the customer waits for an answer: the time of the first message that nobody has answered. Null if nobody waits. A reply in the conversation, closing it or setting it to `pending` ends the wait; `POST /messages` and broadcasts do not. */
  waiting_since: string | null;
  /** Until when the conversation is set aside; null if it is not. It comes back at that time, or earlier when the customer writes. */
  snoozed_until: string | null;
  /** Id of the team that answers the conversation, besides its member; null without one. */ team_id: string | null;
  /** The message by which `search` has found the conversation; absent otherwise. */ match?: TextMatch;
}

/** The fields of a conversation to change. Fields that are left out stay as they are. */
export interface ConversationChanges {
  /** `pending` for one that waits for the customer or someone else, `closed` for one that is done. */
  status?: 'open' | 'pending' | 'closed' | null;
  /** Id of a member, from `GET /members`; null if nobody handles it. */ assigned_agent_id?: string | null;
  /** A time in the next 366 days until which the conversation is set aside; null ends that. Only open ones can be: closing the conversation or setting it to `pending` ends it. */
  snoozed_until?: string | null;
  /** Id of a team, from `GET /teams`; null takes it out of its team. */ team_id?: string | null;
}

/** A conversation that started. */
export interface ConversationCreated {
  /** Id of the conversation. */ conversation_id: string;
  /** Id of the contact. */ contact_id: string;
}

/** The body of a `conversation.created` delivery. */
export interface ConversationCreatedEvent {
  /** Id of the event, the same on every attempt. Ignore an id that was processed before. */ id: string;
  /** Name of the event. */ event: 'conversation.created';
  /** When it happened, not when it was sent. */ occurred_at: string;
  /** Id of the workspace. */ account_id: string;
  /** What happened. Read the keys you need and ignore the rest. */ data: ConversationCreated;
}

/** State of a conversation. A message from the customer opens it again. */
export type ConversationStatus = 'open' | 'pending' | 'closed';

/** A conversation whose status or assignment changed. */
export interface ConversationUpdated {
  /** Id of the conversation. */ conversation_id: string;
  /** Id of the contact. */ contact_id: string;
  /** The status after the change. */ status: ConversationStatus;
  /** Id of the member it is assigned to after the change; null if to nobody. */ assigned_agent_id: string | null;
  /** What changed. */ changed: Array<'status' | 'assigned_agent_id'>;
  /** Id of the team of the conversation; null without one. A change of the team alone is no event. */
  team_id: string | null;
}

/** The body of a `conversation.updated` delivery. */
export interface ConversationUpdatedEvent {
  /** Id of the event, the same on every attempt. Ignore an id that was processed before. */ id: string;
  /** Name of the event. */ event: 'conversation.updated';
  /** When it happened, not when it was sent. */ occurred_at: string;
  /** Id of the workspace. */ account_id: string;
  /** What happened. Read the keys you need and ignore the rest. */ data: ConversationUpdated;
}

/** A new webhook with its secret. */
export interface CreatedWebhook {
  /** Id of the webhook. Deliveries carry it in a header. */ id: string;
  /** URL that receives the events. */ url: string;
  /** Events that the webhook receives. */ events: Array<EventName>;
  /** Whether events are delivered. It becomes false after 15 events in a row that failed. */ is_active: boolean;
  /** Time of the last attempt to deliver; null before the first. It can lag by up to ten seconds behind a webhook that gets more than ten deliveries in a short time. */
  last_delivery_at: string | null;
  /** Events in a row that failed, by the time at which each failed. A successful delivery resets it. */
  failure_count: number;
  /** When the webhook was created. */ created_at: string;
  /** Who created the webhook: `api`, or an automation tool that was connected in the dashboard. */
  provider: WebhookProvider;
  /** Signs the deliveries. Store it: no other response contains it. */ secret: string;
}

/** Confirms that a resource was deleted. */
export interface Deleted {
  /** Id of the deleted resource. */ id: string;
  /** Always true. */ deleted: true;
}

/** One event for one webhook. */
export interface Delivery {
  /** Id of the event, the same in every delivery of it. */ event_id: string;
  /** Name of the event. */ event: SentEventName;
  /** When the event happened. */ occurred_at: string;
  /** Where the delivery stands. */ status: DeliveryStatus;
  /** Attempts since the event happened, or was last asked for again. */ attempt_count: number;
  /** The last of them; null before the first. */ last_attempt: AttemptSummary | null;
  /** When the next attempt is due; null if none is planned. */ next_attempt_at: string | null;
}

/** An attempt to deliver an event, with the start of its response. */
export interface DeliveryAttempt {
  /** When the attempt began. */ at: string;
  /** HTTP status of the response, or the name of the failure, such as `timeout`. */ code: number | string;
  /** How long it took, in milliseconds. */ duration_ms: number;
  /** The first 1,024 bytes of the body of the response; of a 2xx, the first 100. */ answer: string;
}

/** One event for one webhook, with its payload and attempts. */
export interface DeliveryDetails {
  /** Id of the event, the same in every delivery of it. */ event_id: string;
  /** Name of the event. */ event: SentEventName;
  /** When the event happened. */ occurred_at: string;
  /** Where the delivery stands. */ status: DeliveryStatus;
  /** Attempts since the event happened, or was last asked for again. */ attempt_count: number;
  /** The last of them; null before the first. */ last_attempt: AttemptSummary | null;
  /** When the next attempt is due; null if none is planned. */ next_attempt_at: string | null;
  /** Attempts since the event happened, or was last asked for again, oldest first. */
  attempts: Array<DeliveryAttempt>;
  /** The body of the delivery: as JSON without white space it is what was signed. */ payload: SentEvent;
}

/** `delivered`: a 2xx came back. `retrying`: another attempt is due. `failed`: there are no further attempts. `skipped`: failures had turned the webhook off. `requested`: it was asked for again and is about to be sent. */
export type DeliveryStatus = 'delivered' | 'retrying' | 'failed' | 'skipped' | 'requested';

/** A file with an optional caption and file name. */
export interface DocumentMessage {
  /** Phone number in E.164, or a national number in the workspace's default country. */ to: string;
  /** Name of the contact. It replaces a stored name that differs. */ name?: string | null;
  /** Our id of an earlier message of the same conversation, which this one quotes. */
  reply_to_message_id?: string | null;
  /** Approved template that is sent instead if the 24-hour window is closed. It is checked even if it is not needed. At most 16,384 characters as JSON. */
  fallback_template?: Template | null;
  /** `document`. */ type: 'document';
  /** Public http or https URL of the document, from which the channel fetches it. */ media_url: string;
  /** Caption of the document. */ text?: string | null;
  /** File name that the chat shows. */ filename?: string | null;
}

/** The contact of a conversation. */
export interface EmbeddedContact {
  /** Id of the contact. */ id: string;
  /** Phone number in E.164; null for a contact from a social thread or a web chat. */ phone: string | null;
  /** User name on the social channel; null for other contacts. */ social_username: string | null;
  /** Name of the contact. */ name: string | null;
  /** Email address. It is stored as sent, without validation. */ email: string | null;
  /** Company of the contact. */ company: string | null;
  /** Tags of the contact. */ tags: Array<Tag>;
  /** When the contact last opted out of broadcasts; null for a contact who gets them. It changes when the contact writes a keyword such as STOP or START, or with `opted_out`. */
  opted_out_at: string | null;
}

/** Why an entry was rejected. */
export interface EntryError {
  /** Code as of a failed request. `internal` means that the entry is fine: send it again in a new request. */
  code: string;
  /** What is wrong with the entry, for people. */ message: string;
}

/** Confirms that a contact was erased. */
export interface ErasedContact {
  /** Id of the erased contact. */ id: string;
  /** Always true. */ erased: true;
}

/** An event. A webhook can subscribe to `message.received`, `message.status_updated`, `conversation.created` and `contact.created`, and to the others once the workspace has turned on More events. A feed can have all. */
export type EventName =
  | 'message.received'
  | 'message.status_updated'
  | 'message.sent'
  | 'conversation.created'
  | 'conversation.updated'
  | 'contact.created'
  | 'contact.updated'
  | 'contact.deleted'
  | 'broadcast.completed';

/** Accepted recipients who would get no message, by reason. */
export interface ExpectedFailures {
  /** Their contact, or their line of the file, lacks a field that a value names without a default. */
  missing_value: number;
  /** They opted out of broadcasts. */ opted_out: number;
  /** They are beyond the plan's messages for the month. */ plan_limit_reached: number;
}

/** A message that did not arrive. */
export interface FailedMessage {
  /** Our id of the message. `POST /messages` returns it as `message_id`. */ id: string;
  /** Id of the conversation. */ conversation_id: string;
  /** `inbound` is from the customer, `outbound` to the customer. */ direction: 'inbound' | 'outbound';
  /** `customer`, `agent` for a message sent through the API, or `bot` for one of a broadcast or an away message. */
  sender_type: 'customer' | 'agent' | 'bot';
  /** What the message contains. */ content_type: ContentType;
  /** Text or caption of the message. */ content_text: string | null;
  /** URL of the media that was sent. For a message from a customer it is that of `GET /media/{id}`, which needs the key. */
  media_url: string | null;
  /** Name of the template that was sent. */ template_name: string | null;
  /** The channel's id of a message on `msgapp`; null until the channel has accepted it. */
  msgapp_message_id: string | null;
  /** The channel's id of the message where the channel has one, otherwise our `id`. */ message_id: string;
  /** Delivery status of the message. */ status: MessageStatus;
  /** Our id of the message that this one quotes. */ reply_to_message_id: string | null;
  /** Id of the button or list row that the customer chose. */ interactive_reply_id: string | null;
  /** When the customer deleted the message. */ deleted_at: string | null;
  /** When the message was stored. */ created_at: string;
  /** Why the message failed; null for every other status. */ error: MessageError | null;
  /** When the customer wrote the message, as the channel tells it, never in the future; for outbound messages, when we sent it. It is earlier than `created_at` if the message arrived late. */
  sent_at: string;
  /** True if the message is the fallback template of a text or media; absent otherwise. */ fallback_used?: boolean;
  /** Id of the text or media that the channel accepted and then reported as outside the 24-hour window, if this message is the template that followed; absent otherwise. */
  fallback_for_message_id?: string;
  /** Channel of the message. */ channel: Channel;
  /** Id of the contact. */ contact_id: string;
  /** Id of the broadcast that sent the message; null for a single send. */ broadcast_id: string | null;
  /** Why the message failed, in the channel's words. */ reason: string;
  /** What to do about it, for people. */ remedy: string;
}

/** A list of events, each in it exactly once. */
export interface Feed {
  /** Id of the feed. */ id: string;
  /** Name of the feed, for people. Null for a feed without one. */ name: string | null;
  /** Events that the feed gets. */ events: Array<EventName>;
  /** When the feed was created. */ created_at: string;
  /** When the feed ends, unless it is read before. */ expires_at: string;
}

/** Where the feed goes on. */
export interface FeedMeta {
  /** Pass it as `after` to get the events that follow. It is never null. */ next_cursor: string;
}

/** Events of a feed. */
export interface FeedPage {
  /** The events, oldest first, as a webhook would get them. */ data: Array<SentEvent>;
  /** Where the feed goes on. */ meta: FeedMeta;
}

/** A broadcast to the lines of an uploaded CSV file. */
export interface FileBroadcast {
  /** Name of the broadcast, for people. Spaces around it are removed. */ name: string;
  /** The template that all recipients get. Its `params` have at most 16,384 characters as JSON. They may name fields of the recipient's contact: `{{contact.name}}`, or with a default `{{contact.name|there}}`; also `email`, `company`, `attributes.<name>` and `phone`. */
  template: Template;
  /** When to send, at most 30 days ahead; at once without it. Contacts and segments are read when sending begins. */
  scheduled_at?: string | null;
  /** True only says what the broadcast would do, with status 200. Nothing is sent or stored. */
  dry_run?: boolean | null;
  /** Null or absent with this audience. */ segment_id?: null;
  /** Null or absent with this audience. */ contact_ids?: null;
  /** Null or absent with this audience. */ recipients?: null;
  /** Id of the file, from `POST /broadcasts/files`. Its first line names the columns, one of them `phone`. Values of the template may name the others: `{{row.code}}`, or with a default `{{row.code|none}}`. */
  file_id: string;
}

/** A line of a file that gets no message. */
export interface FileError {
  /** Number of the line, from 1; the line of the columns counts. */ line: number;
  /** Why: no or no valid phone number, a number that is listed before, a line that cannot be read or has too many cells, or an empty cell that a value names without a default. */
  code: 'no_phone' | 'invalid_phone' | 'duplicate' | 'invalid_row' | 'missing_value';
}

/** A form that takes the file. */
export interface FileUpload {
  /** Id of the file, for `file_id` of the broadcast. */ id: string;
  /** Send the file there with POST, as `multipart/form-data`. */ url: string;
  /** The fields of the form. The file follows them, as the last field, `file`. */ fields: Record<string, string>;
  /** Until when the form is valid. */ expires_at: string;
}

/** A day that differs from its week. */
export interface Holiday {
  /** The day, such as `2026-12-25`. */ date: string;
  /** What members call it. It may be empty. */ name: string;
  /** Up to three spans. None: closed. */ spans: Array<OfficeSpan>;
}

/** An image with an optional caption. */
export interface ImageMessage {
  /** Phone number in E.164, or a national number in the workspace's default country. */ to: string;
  /** Name of the contact. It replaces a stored name that differs. */ name?: string | null;
  /** Our id of an earlier message of the same conversation, which this one quotes. */
  reply_to_message_id?: string | null;
  /** Approved template that is sent instead if the 24-hour window is closed. It is checked even if it is not needed. At most 16,384 characters as JSON. */
  fallback_template?: Template | null;
  /** `image`. */ type: 'image';
  /** Public http or https URL of the image, from which the channel fetches it. */ media_url: string;
  /** Caption of the image. */ text?: string | null;
}

/** What became of one entry of an import. */
export interface ImportResult {
  /** What became of the entry. */ status: ImportStatus;
  /** Id of the contact; null if the entry was rejected. */ contact_id: string | null;
  /** Why the entry was rejected; null if it was not. */ error: EntryError | null;
}

/** What became of an entry of an import. */
export type ImportStatus = 'created' | 'updated' | 'unchanged' | 'rejected';

/** A named audience as lists show it, without the number of its contacts. */
export interface ListedSegment {
  /** Id of the segment. */ id: string;
  /** Name of the segment. */ name: string;
  /** What the segment is for. */ description: string | null;
  /** Color in which to show the segment; the service picks it. */ color: string;
  /** Whether the segment is a list of contacts or a filter. It never changes. */ kind: SegmentKind;
  /** The filter of a dynamic segment; null for a static one. */ filter: SegmentFilter | null;
  /** When the segment was created. */ created_at: string;
  /** When the segment last changed. */ updated_at: string;
}

/** The workspace of an API key, and the key itself. */
export interface Me {
  /** The workspace on whose data the key acts. */ account: Account;
  /** The key that made the request. */ key: ApiKey;
}

/** The copy of a customer's file. */
export interface Media {
  /** Our id of the message that the file came with. */ message_id: string;
  /** Type of the file as its bytes show it, whatever the channel declared. */ content_type: string;
  /** Size of the file in bytes. */ size_bytes: number;
  /** Name that the customer gave a document. */ filename: string | null;
  /** Signed URL of the file, the same as in `Location`. It needs no API key. */ url: string;
  /** Until when the URL works: five minutes. */ url_expires_at: string;
}

/** A person who works in the dashboard of the workspace. */
export interface Member {
  /** Id of the member, as in `assigned_agent_id` of a conversation. */ id: string;
  /** Name of the member. */ name: string;
  /** What the member may do in the dashboard. */ role: 'agent' | 'admin' | 'owner';
}

/** A message of a conversation. */
export interface Message {
  /** Our id of the message. `POST /messages` returns it as `message_id`. */ id: string;
  /** Id of the conversation. */ conversation_id: string;
  /** `inbound` is from the customer, `outbound` to the customer. */ direction: 'inbound' | 'outbound';
  /** `customer`, `agent` for a message sent through the API, or `bot` for one of a broadcast or an away message. */
  sender_type: 'customer' | 'agent' | 'bot';
  /** What the message contains. */ content_type: ContentType;
  /** Text or caption of the message. */ content_text: string | null;
  /** URL of the media that was sent. For a message from a customer it is that of `GET /media/{id}`, which needs the key. */
  media_url: string | null;
  /** Name of the template that was sent. */ template_name: string | null;
  /** The channel's id of a message on `msgapp`; null until the channel has accepted it. */
  msgapp_message_id: string | null;
  /** The channel's id of the message where the channel has one, otherwise our `id`. */ message_id: string;
  /** Delivery status of the message. */ status: MessageStatus;
  /** Our id of the message that this one quotes. */ reply_to_message_id: string | null;
  /** Id of the button or list row that the customer chose. */ interactive_reply_id: string | null;
  /** When the customer deleted the message. */ deleted_at: string | null;
  /** When the message was stored. */ created_at: string;
  /** Why the message failed; null for every other status. */ error: MessageError | null;
  /** When the customer wrote the message, as the channel tells it, never in the future; for outbound messages, when we sent it. It is earlier than `created_at` if the message arrived late. */
  sent_at: string;
  /** True if the message is the fallback template of a text or media; absent otherwise. */ fallback_used?: boolean;
  /** Id of the text or media that the channel accepted and then reported as outside the 24-hour window, if this message is the template that followed; absent otherwise. */
  fallback_for_message_id?: string;
}

/** Why a message failed. */
export interface MessageError {
  /** The channel's error code, or a word of ours such as `outcome_unknown` or `channel_unreachable`. */ code: string;
  /** The channel's words, for people. They may change. */ message: string;
}

/** A message from a customer, by channel. */
export type MessageReceived = MsgappMessageReceived | SocialMessageReceived | WebMessageReceived;

/** The body of a `message.received` delivery. */
export interface MessageReceivedEvent {
  /** Id of the event, the same on every attempt. Ignore an id that was processed before. */ id: string;
  /** Name of the event. */ event: 'message.received';
  /** When the customer wrote, by the channel's clock. */ occurred_at: string;
  /** Id of the workspace. */ account_id: string;
  /** What happened. Read the keys you need and ignore the rest. */ data: MessageReceived;
}

/** A message that the workspace sent on its own, not as part of a broadcast. */
export interface MessageSent {
  /** Our id of the message. */ message_id: string;
  /** Id of the conversation. */ conversation_id: string;
  /** Id of the contact. */ contact_id: string;
  /** The channel that accepted it. */ channel: Channel;
  /** What the message contains. */ content_type: ContentType;
  /** Text or caption of the message; null if it has none. */ text: string | null;
  /** `api` for a request with a key, `agent` for a member in the dashboard. */ sent_by: 'api' | 'agent';
}

/** The body of a `message.sent` delivery. */
export interface MessageSentEvent {
  /** Id of the event, the same on every attempt. Ignore an id that was processed before. */ id: string;
  /** Name of the event. */ event: 'message.sent';
  /** When the message was sent. */ occurred_at: string;
  /** Id of the workspace. */ account_id: string;
  /** What happened. Read the keys you need and ignore the rest. */ data: MessageSent;
}

/** Delivery status of a message. It never moves back, although receipts can arrive late, twice or out of order. Messages from customers are `delivered`. */
export type MessageStatus = 'sending' | 'sent' | 'failed' | 'delivered' | 'read';

/** A new status of a message that the workspace sent on `msgapp`. */
export interface MessageStatusUpdated {
  /** The channel's id of the message, as `POST /messages` returned it. */ msgapp_message_id: string;
  /** Id of the conversation. */ conversation_id: string;
  /** The status that the channel reported. It can be reported twice and out of order. */ status: MessageStatus;
  /** Why the message failed. Only `failed` has this key; null if the channel gave no reason. */
  error?: MessageError | null;
}

/** The body of a `message.status_updated` delivery. */
export interface MessageStatusUpdatedEvent {
  /** Id of the event, the same on every attempt. Ignore an id that was processed before. */ id: string;
  /** Name of the event. */ event: 'message.status_updated';
  /** When it happened, not when it was sent. */ occurred_at: string;
  /** Id of the workspace. */ account_id: string;
  /** What happened. Read the keys you need and ignore the rest. */ data: MessageStatusUpdated;
}

/** A template of the channel, and what a send has to fill in. */
export interface MessageTemplate {
  /** Name of the template. */ name: string;
  /** Language of the template, as the channel names it. */ language: string;
  /** The channel's category. */ category: string | null;
  /** The channel's status, kept current by its notices. Only `APPROVED` can be sent; a send of one that is `PAUSED` or `DISABLED` is a `platform_error`. */
  status: string | null;
  /** Why the channel rejected, paused or disabled it, in the channel's words. */ reason: string | null;
  /** The channel's quality score, if it has one. */ quality: string | null;
  /** Text of the body, with its placeholders. Null where the channel writes it, as for one-time codes. */
  text: string | null;
  /** What a send has to fill in. Null if the template cannot be used at all. */ params: TemplateNeeds | null;
  /** Why the template cannot be used, whatever its status. Null for all others. */ problem: string | null;
  /** When the contents were last read from the channel. */ synced_at: string;
}

/** How many accepted recipients lack a field of their contact, or of their line, that a value names. */
export interface MissingValue {
  /** The field. */ field: 'name' | 'email' | 'company' | 'phone' | string | string;
  /** Recipients who get the default. */ with_default: number;
  /** Recipients who get no message, because a value names the field without a default. */ without_default: number;
}

/** A message on `msgapp`. It has no `channel`, because the oldest receivers do not expect one. */
export interface MsgappMessageReceived {
  /** Id of the conversation. */ conversation_id: string;
  /** Id of the contact. */ contact_id: string;
  /** The channel's id of the message. */ msgapp_message_id: string;
  /** What the message contains. */ content_type: ContentType;
  /** Text or caption of the message; null if it has none. */ text: string | null;
}

/** A broadcast to launch, with exactly one audience: a segment, listed contacts, listed numbers or a file. */
export type NewBroadcast = SegmentBroadcast | ContactsBroadcast | RecipientsBroadcast | FileBroadcast;

/** A contact to create. */
export interface NewContact {
  /** Phone number in E.164, or a national number in the workspace's default country. Required, unless a contact has the `external_id` already. */
  phone?: string | null;
  /** Name of the contact. Null clears it. */ name?: string | null;
  /** Email address. Null clears it. It is stored as sent, without validation. */ email?: string | null;
  /** Company of the contact. Null clears it. */ company?: string | null;
  /** Names of tags. Unknown ones are created. For an existing contact they replace all its tags. */
  tags?: Array<string> | null;
  /** Your own id of the contact, such as that of your CRM. It is unique in the workspace. Null clears it. */
  external_id?: string | null;
  /** Your own fields: up to 50 names of lowercase letters, digits and underscores, each with a text, a number or a boolean. Names that are left out stay as they are, and null removes one. */
  attributes?: Record<string, string | number | boolean | null> | null;
}

/** Contacts to import. Each entry is validated and stored independently. */
export interface NewContacts {
  /** The contacts, as in `POST /contacts`. */ contacts: Array<NewContact>;
  /** What happens to a contact that has the phone number or external id already. `keep` leaves its name, email, company and attributes as they are; `update` changes those that the entry has. */
  on_existing?: 'keep' | 'update' | null;
  /** What happens to the tags of such a contact if the entry has `tags`: `add` adds them to those that it has, `replace` replaces those. */
  tags?: 'add' | 'replace' | null;
}

/** A filter over all contacts. */
export interface NewDynamicSegment {
  /** Name of the segment, unique in the workspace, ignoring case. Spaces around it are removed. */ name: string;
  /** What the segment is for. */ description?: string | null;
  /** `dynamic`. */ kind: 'dynamic';
  /** Decides which contacts the segment has. */ filter: SegmentFilter;
}

/** A feed to create. */
export interface NewFeed {
  /** Name of the feed, for people, such as the program that reads it. Spaces around it are removed. Several feeds can have the same one. */
  name?: string | null;
  /** Events to get. A repeated name counts once. */ events: Array<EventName>;
}

/** A file to upload. */
export interface NewFile {
  /** Size of the file. The bucket refuses a larger one. */ size_bytes: number;
}

/** A message to send. `type` decides which other fields count; a text may leave it out. */
export type NewMessage = TextMessage | ImageMessage | VideoMessage | DocumentMessage | AudioMessage | TemplateMessage;

/** An answer in a conversation: a message as in `POST /messages`, without `to` and `name`. `type` decides which other fields count. On `social` a text has at most 1000 bytes in UTF-8 and a file no caption. */
export interface NewReply {
  /** `text`, which is the default. `document` only on `msgapp` and `web`, `template` only on `msgapp`. */
  type?: 'text' | 'template' | 'image' | 'video' | 'document' | 'audio' | null;
  /** The text, or the caption of a file. */ text?: string | null;
  /** Public http or https URL of the file. */ media_url?: string | null;
  /** File name of a document that the chat shows. */ filename?: string | null;
  /** The template and its values. */ template?: Template | null;
  /** Only on `msgapp`: the template that is sent instead if the 24-hour window is closed. */
  fallback_template?: Template | null;
  /** Our id of a message of this conversation, which the answer quotes. */ reply_to_message_id?: string | null;
  /** Our id of the newest message that the sender has seen. If a later one was sent to the customer, this one is not: the 400 names the later one in `X-Newer-Message-Id`. */
  seen_message_id?: string | null;
}

/** A segment to create: a list of contacts, or a filter. */
export type NewSegment = NewStaticSegment | NewDynamicSegment;

/** A list of contacts, which starts empty. */
export interface NewStaticSegment {
  /** Name of the segment, unique in the workspace, ignoring case. Spaces around it are removed. */ name: string;
  /** What the segment is for. */ description?: string | null;
  /** `static`, which is the default. */ kind?: 'static' | null;
}

/** A team to create. */
export interface NewTeam {
  /** Name of the team, unique in the workspace, ignoring case. Spaces around it are removed. */ name: string;
  /** Color in which to show the team. The service picks one for a new team. */
  color?:
    | '#ef4444'
    | '#f97316'
    | '#f59e0b'
    | '#84cc16'
    | '#22c55e'
    | '#14b8a6'
    | '#06b6d4'
    | '#3b82f6'
    | '#6366f1'
    | '#8b5cf6'
    | '#d946ef'
    | '#ec4899'
    | null;
  /** Ids of the members of the team, from `GET /members`. They replace those from before. */
  member_ids?: Array<string> | null;
  /** Whether the team gives its conversations to its members by turns, and how many open ones a member may have. */
  auto_assign?: AutoAssignChanges | null;
  /** When the team is there. Null, as for a new team, stands for the office hours of the workspace. */
  office_hours?: OfficeHours | null;
}

/** A webhook to create. */
export interface NewWebhook {
  /** An https URL without user name and password that resolves to public addresses only. The service on your own machine also takes `http://127.0.0.1`. */
  url: string;
  /** Events to receive. A repeated name counts once. */ events: Array<EventName>;
}

/** A week on the clocks of a time zone, and days that differ from it. */
export interface OfficeHours {
  /** Name in the IANA database. Daylight saving time is taken into account. */ time_zone: string;
  /** The spans of each day of the week. */ week: OfficeWeek;
  /** Days with spans of their own, or none. They win over the day of the week. */ holidays: Array<Holiday>;
}

/** Part of a day. */
export interface OfficeSpan {
  /** Local time, such as `09:00`. */ from: string;
  /** Local time after `from`. `24:00` is the end of the day. */ to: string;
}

/** The spans of each day. */
export interface OfficeWeek {
  /** Up to three spans in the order of the day. None: closed. */ monday: Array<OfficeSpan>;
  /** Up to three spans in the order of the day. None: closed. */ tuesday: Array<OfficeSpan>;
  /** Up to three spans in the order of the day. None: closed. */ wednesday: Array<OfficeSpan>;
  /** Up to three spans in the order of the day. None: closed. */ thursday: Array<OfficeSpan>;
  /** Up to three spans in the order of the day. None: closed. */ friday: Array<OfficeSpan>;
  /** Up to three spans in the order of the day. None: closed. */ saturday: Array<OfficeSpan>;
  /** Up to three spans in the order of the day. None: closed. */ sunday: Array<OfficeSpan>;
}

/** An OpenAPI document. */
export interface OpenApiDocument {
  /** The version of the OpenAPI specification that the document follows. */ openapi: string;
}

/** Where a list goes on. */
export interface PageMeta {
  /** Pass it as `cursor` to get the next page; null on the last page. */ next_cursor: string | null;
}

/** A person who would get no message. */
export interface PreviewExample {
  /** Why. */ reason: 'no_phone' | 'opted_out' | 'missing_value';
  /** The contact; null for a number that no contact has. */ contact_id: string | null;
  /** Phone number in E.164; null for a contact without one. */ phone: string | null;
}

/** Messages of a month. */
export interface QuotaPreview {
  /** The calendar month in UTC. */ month: string;
  /** Messages that the plan has; null for no limit. */ limit: number | null;
  /** Messages that are used up. */ used: number;
  /** Messages that are left; null for no limit. */ left: number | null;
}

/** A recipient of a broadcast and what became of it. */
export interface Recipient {
  /** The phone number, in E.164. */ phone: string;
  /** How far the broadcast is with this recipient. */ status: RecipientStatus;
  /** Why there is no message or it failed: a word of ours, or the channel's code; else null. */
  reason_code: string | null;
  /** The reason in words for people; null without a code. */ reason: string | null;
  /** Id of the message; null if there is none. */ message_id: string | null;
  /** Id of its conversation; null if there is no message. */ conversation_id: string | null;
  /** Id of its contact; null if there is no message. */ contact_id: string | null;
}

/** `pending` until the channel is called, then the status of the message. `canceled` if the broadcast was canceled before. */
export type RecipientStatus = 'pending' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'canceled';

/** A broadcast to listed phone numbers. */
export interface RecipientsBroadcast {
  /** Name of the broadcast, for people. Spaces around it are removed. */ name: string;
  /** The template that all recipients get. Its `params` have at most 16,384 characters as JSON. They may name fields of the recipient's contact: `{{contact.name}}`, or with a default `{{contact.name|there}}`; also `email`, `company`, `attributes.<name>` and `phone`. */
  template: Template;
  /** When to send, at most 30 days ahead; at once without it. Contacts and segments are read when sending begins. */
  scheduled_at?: string | null;
  /** True only says what the broadcast would do, with status 200. Nothing is sent or stored. */
  dry_run?: boolean | null;
  /** Null or absent with this audience. */ segment_id?: null;
  /** Null or absent with this audience. */ contact_ids?: null;
  /** The phone numbers. Duplicates are counted as rejected. */ recipients: Array<BroadcastRecipient>;
  /** Null or absent with this audience. */ file_id?: null;
}

/** What a call of a recovery did. */
export interface Recovery {
  /** Events that this call asked for again. */ requested: number;
}

/** Which events to deliver again. */
export interface RecoveryRequest {
  /** Time of the oldest event. Deliveries are kept for 30 days. */ since: string;
  /** The `meta.next_cursor` of the call before, to go on from there. */ cursor?: string | null;
}

/** Recipients who are not accepted, by reason. */
export interface RejectedByReason {
  /** Contacts without a phone number. */ no_phone: number;
  /** Texts that are not a phone number. */ invalid_phone: number;
  /** Ids that are not contacts of the workspace. */ unknown_contact: number;
  /** Recipients whose number or id is listed before. */ duplicate: number;
  /** Lines of a file that cannot be read, or have more cells than there are columns. */ invalid_row: number;
}

/** How many contacts a request removed from a segment. */
export interface RemovedMembers {
  /** Id of the segment. */ segment_id: string;
  /** Number of ids in the request. */ requested: number;
  /** Number of contacts that were members and were removed. */ removed: number;
}

/** An answer that the channel has accepted. */
export interface ReplyResult {
  /** Our id of the message. Lists of messages show it as `id`. */ message_id: string;
  /** The channel's id of the message; null on `social` and `web`. */ msgapp_message_id: string | null;
  /** Id of the conversation. */ conversation_id: string;
  /** Id of the contact. */ contact_id: string;
  /** Always false. */ contact_created: boolean;
  /** True if the fallback template was sent; absent otherwise. */ fallback_used?: boolean;
}

/** A number of a range, and of its parts. */
export interface Report {
  /** What is counted. */
  metric:
    | 'incoming'
    | 'new_conversations'
    | 'first_answer'
    | 'every_answer'
    | 'time_to_close'
    | 'closed_without_answer'
    | 'rating'
    | 'unanswered'
    | 'broadcast_sent'
    | 'broadcast_delivered'
    | 'broadcast_read'
    | 'broadcast_answered'
    | 'broadcast_opted_out'
    | 'broadcast_failed';
  /** The first day, in the time zone of the workspace. */ from: string;
  /** The last day. */ to: string;
  /** The time zone of the workspace, in which days and hours are. */ time_zone: string;
  /** What happened later is not counted yet. */ counted_until: string;
  /** The number of the range. */ total: ReportValue;
  /** The number of as many days with the same weekdays before. Of the day that stands for today, it has as many hours as are counted today. */
  before: ReportBefore;
  /** How many took how long. Empty for what has no duration. */ distribution: Array<ReportBar>;
  /** By what the range is divided. */
  by: 'day' | 'hour' | 'weekday' | 'weekday_hour' | 'member' | 'team' | 'channel' | 'tag' | 'reason' | null;
  /** The number of each part. */ rows: Array<ReportRow>;
}

/** How many took so long. */
export interface ReportBar {
  /** At least this long. */ from_seconds: number;
  /** Less than this. Null for the last. */ to_seconds: number | null;
  /** How many there are. */ count: number;
}

/** The number of as many days, whole weeks earlier. */
export interface ReportBefore {
  /** How many there are. */ count: number;
  /** Half of them took at most this long. Null for what has no duration, and if there is none. */
  median_seconds: number | null;
  /** Nine of ten took at most this long. */ p90_seconds: number | null;
  /** The median within office hours, where they are set. */ office_median_seconds: number | null;
  /** The 90th percentile within office hours. */ office_p90_seconds: number | null;
  /** The share of ratings with 4 or 5, from 5 ratings on. Null for other metrics. */ percent: number | null;
  /** Its first day. */ from: string;
  /** Its last day. */ to: string;
}

/** The number of a part. */
export interface ReportRow {
  /** How many there are. */ count: number;
  /** Half of them took at most this long. Null for what has no duration, and if there is none. */
  median_seconds: number | null;
  /** Nine of ten took at most this long. */ p90_seconds: number | null;
  /** The median within office hours, where they are set. */ office_median_seconds: number | null;
  /** The 90th percentile within office hours. */ office_p90_seconds: number | null;
  /** The share of ratings with 4 or 5, from 5 ratings on. Null for other metrics. */ percent: number | null;
  /** A day, hour, weekday or channel, the id of a member, team or tag, or the code of a reason. Null for those without any. */
  key: string | null;
}

/** A number. */
export interface ReportValue {
  /** How many there are. */ count: number;
  /** Half of them took at most this long. Null for what has no duration, and if there is none. */
  median_seconds: number | null;
  /** Nine of ten took at most this long. */ p90_seconds: number | null;
  /** The median within office hours, where they are set. */ office_median_seconds: number | null;
  /** The 90th percentile within office hours. */ office_p90_seconds: number | null;
  /** The share of ratings with 4 or 5, from 5 ratings on. Null for other metrics. */ percent: number | null;
}

/** The new secret of a webhook. */
export interface RotatedSecret {
  /** Id of the webhook. */ id: string;
  /** Signs the deliveries from now on. Store it: no other response contains it. */ secret: string;
  /** The time until which the old secret signs, too; null if it has ended. */
  previous_secret_expires_at: string | null;
}

/** When the team is there, and what happens when it is not. */
export interface Routing {
  /** When the team is there. Null stands for always. */ office_hours: OfficeHours | null;
  /** The answer to customers who write outside of office hours. */ away_message: AwayMessage;
}

/** What to change. A field that is left out stays as it is; one that is there is replaced as a whole. */
export interface RoutingChanges {
  /** When the team is there. Null stands for always. */ office_hours?: OfficeHours | null;
  /** The answer to customers who write outside of office hours. */ away_message?: AwayMessage | null;
}

/** What a key may do. */
export type Scope =
  | 'messages:send'
  | 'messages:read'
  | 'contacts:read'
  | 'contacts:write'
  | 'conversations:read'
  | 'conversations:write'
  | 'broadcasts:send'
  | 'webhooks:manage';

/** How to rotate a secret. */
export interface SecretRotation {
  /** The number of hours for which deliveries also carry a signature of the old secret, so receivers can change over. With 0 the old secret ends at once. */
  overlap_hours?: number | null;
}

/** A named audience, with the number of its contacts. */
export interface Segment {
  /** Id of the segment. */ id: string;
  /** Name of the segment. */ name: string;
  /** What the segment is for. */ description: string | null;
  /** Color in which to show the segment; the service picks it. */ color: string;
  /** Whether the segment is a list of contacts or a filter. It never changes. */ kind: SegmentKind;
  /** The filter of a dynamic segment; null for a static one. */ filter: SegmentFilter | null;
  /** Number of contacts in the segment. */ member_count: number;
  /** When a count in the background counted the contacts of a large dynamic segment; null for an exact count. */
  member_count_as_of: string | null;
  /** When the segment was created. */ created_at: string;
  /** When the segment last changed. */ updated_at: string;
}

/** A broadcast to the contacts of a segment. */
export interface SegmentBroadcast {
  /** Name of the broadcast, for people. Spaces around it are removed. */ name: string;
  /** The template that all recipients get. Its `params` have at most 16,384 characters as JSON. They may name fields of the recipient's contact: `{{contact.name}}`, or with a default `{{contact.name|there}}`; also `email`, `company`, `attributes.<name>` and `phone`. */
  template: Template;
  /** When to send, at most 30 days ahead; at once without it. Contacts and segments are read when sending begins. */
  scheduled_at?: string | null;
  /** True only says what the broadcast would do, with status 200. Nothing is sent or stored. */
  dry_run?: boolean | null;
  /** Id of the segment. */ segment_id: string;
  /** Null or absent with this audience. */ contact_ids?: null;
  /** Null or absent with this audience. */ recipients?: null;
  /** Null or absent with this audience. */ file_id?: null;
}

/** The fields of a segment to change. Fields that are left out stay as they are. */
export interface SegmentChanges {
  /** Name of the segment, unique in the workspace, ignoring case. Spaces around it are removed. */
  name?: string | null;
  /** What the segment is for. Null clears it. */ description?: string | null;
  /** Replaces the filter of a dynamic segment. A static segment has none. */ filter?: SegmentFilter | null;
}

/** A field of a contact, or of its conversations, that a rule can test; `attributes.city` is the attribute `city`. */
export type SegmentField =
  | 'tag'
  | 'name'
  | 'email'
  | 'company'
  | 'phone'
  | 'social_username'
  | 'channel'
  | 'created_at'
  | 'updated_at'
  | 'last_inbound_at'
  | 'last_message_at'
  | 'conversation_status'
  | 'opted_out'
  | string;

/** Decides which contacts a dynamic segment has. */
export interface SegmentFilter {
  /** Whether a contact must pass all rules or any of them. */ match: 'all' | 'any';
  /** The rules of the filter. */ rules: Array<SegmentRule>;
}

/** `static` is an explicit list of contacts, `dynamic` a filter over all contacts. */
export type SegmentKind = 'static' | 'dynamic';

/** Contacts to add to a static segment or to remove from it. */
export interface SegmentMembers {
  /** Ids of contacts. */ contact_ids: Array<string>;
}

/** How a rule tests its field. `has` and `not_has` are for tags; `before`, `after`, `within_days` and `not_within_days` for times; `channel` and `conversation_status` know `is` and `is_not`; `opted_out` knows `is`; texts and attributes know the rest, of which `less_than` and `greater_than` are for attributes that are numbers. */
export type SegmentOperator =
  | 'has'
  | 'not_has'
  | 'is'
  | 'is_not'
  | 'contains'
  | 'not_contains'
  | 'starts_with'
  | 'ends_with'
  | 'exists'
  | 'not_exists'
  | 'before'
  | 'after'
  | 'within_days'
  | 'not_within_days'
  | 'less_than'
  | 'greater_than';

/** One test of a filter. Text compares ignoring case. */
export interface SegmentRule {
  /** What the rule tests. */ field: SegmentField;
  /** How the rule tests it. */ op: SegmentOperator;
  /** What to compare with: a text, the name of a tag, a date-time for `before` and `after`, a whole number of days as a string, a number as a string, or `"true"` or `"false"` for `opted_out` and attributes. `exists` and `not_exists` need none. */
  value?: string;
}

/** A message that the channel has accepted. */
export interface SendResult {
  /** Our id of the message. Lists of messages show it as `id`. */ message_id: string;
  /** The channel's id of the message. Status events refer to it. */ msgapp_message_id: string;
  /** Id of the conversation. */ conversation_id: string;
  /** Id of the contact. */ contact_id: string;
  /** Whether this request created the contact. */ contact_created: boolean;
  /** True if the fallback template was sent; absent otherwise. */ fallback_used?: boolean;
}

/** An event as it was sent. */
export interface SentEvent {
  /** Id of the event. */ id: string;
  /** Name of the event. */ event: SentEventName;
  /** When it happened. */ occurred_at: string;
  /** Id of the workspace. */ account_id: string;
  /** What happened. Its keys depend on the event. */ data: Record<string, unknown>;
}

/** An event that a webhook can get: one that it can subscribe to, or a test event of an integration. */
export type SentEventName =
  | 'message.received'
  | 'message.status_updated'
  | 'message.sent'
  | 'conversation.created'
  | 'conversation.updated'
  | 'contact.created'
  | 'contact.updated'
  | 'contact.deleted'
  | 'broadcast.completed'
  | 'tool_a.test'
  | 'tool_b.test';

/** A message on `social`. */
export interface SocialMessageReceived {
  /** `social`. */ channel: 'social';
  /** Id of the conversation. */ conversation_id: string;
  /** Id of the contact. */ contact_id: string;
  /** The channel's id of the message. */ social_message_id: string;
  /** What the message contains. */ content_type: ContentType;
  /** Text or caption of the message; null if it has none. */ text: string | null;
}

/** Values for the parts of a template. Values that the template does not have are ignored. */
export interface StructuredTemplateParams {
  /** Body values in the order of the placeholders. */ body?: Array<string> | null;
  /** Body values by the name of the placeholder. They win over `body`. */ bodyNamed?: Record<string, string> | null;
  /** Value of the placeholder in a text header. */ headerText?: string | null;
  /** Public URL of the image, video or document in the header. */ headerMediaUrl?: string | null;
  /** Id of media that was uploaded to the channel, instead of a URL. */ headerMediaId?: string | null;
  /** File name of the document in the header. Without it, the chat shows the file as untitled. */
  headerFilename?: string | null;
  /** The place in a location header. */ headerLocation?: TemplateLocation | null;
  /** Values of buttons by their index: the end of a URL, or the code to copy. */
  buttonParams?: Record<string, string> | null;
  /** Values for the cards of a carousel, in order. An empty entry keeps its place. */
  cards?: Array<TemplateCard> | null;
}

/** A label on contacts. Its name is unique in the workspace, ignoring case. */
export interface Tag {
  /** Id of the tag. */ id: string;
  /** Name of the tag, in its first spelling. */ name: string;
  /** Color in which to show the tag; the service picks it. */ color: string;
}

/** Members who answer certain conversations together. */
export interface Team {
  /** Id of the team, as in `team_id` of a conversation. */ id: string;
  /** Name of the team. */ name: string;
  /** Color in which to show the team. */
  color:
    | '#ef4444'
    | '#f97316'
    | '#f59e0b'
    | '#84cc16'
    | '#22c55e'
    | '#14b8a6'
    | '#06b6d4'
    | '#3b82f6'
    | '#6366f1'
    | '#8b5cf6'
    | '#d946ef'
    | '#ec4899';
  /** Ids of the members of the team. */ member_ids: Array<string>;
  /** How the team gives its conversations to its members. */ auto_assign: AutoAssign;
  /** When the team is there. Null stands for the office hours of the workspace. */ office_hours: OfficeHours | null;
  /** When the team was created. */ created_at: string;
  /** When the team last changed. */ updated_at: string;
}

/** The fields of a team to change. Fields that are left out stay as they are. */
export interface TeamChanges {
  /** Name of the team, unique in the workspace, ignoring case. Spaces around it are removed. */ name?: string | null;
  /** Color in which to show the team. The service picks one for a new team. */
  color?:
    | '#ef4444'
    | '#f97316'
    | '#f59e0b'
    | '#84cc16'
    | '#22c55e'
    | '#14b8a6'
    | '#06b6d4'
    | '#3b82f6'
    | '#6366f1'
    | '#8b5cf6'
    | '#d946ef'
    | '#ec4899'
    | null;
  /** Ids of the members of the team, from `GET /members`. They replace those from before. */
  member_ids?: Array<string> | null;
  /** Whether the team gives its conversations to its members by turns, and how many open ones a member may have. */
  auto_assign?: AutoAssignChanges | null;
  /** When the team is there. Null, as for a new team, stands for the office hours of the workspace. */
  office_hours?: OfficeHours | null;
}

/** An approved template of the channel, and the values for its placeholders. */
export interface Template {
  /** Name of the template. */ name: string;
  /** Language of the template, as the channel names it. */ language?: string | null;
  /** Values for the placeholders. */ params?: TemplateParams | null;
}

/** What a button does with its value: `url` ends its link with it, `copy_code` and `otp` copy it, and `quick_reply` returns it when the customer taps the button. */
export type TemplateButtonKind = 'url' | 'copy_code' | 'otp' | 'quick_reply';

/** A button that takes a value. */
export interface TemplateButtonNeed {
  /** Position among all buttons of the template, from 0: the key in `buttonParams`. */ index: number;
  /** What the button does with the value. */ kind: TemplateButtonKind;
  /** Text of the button. */ text: string;
  /** False for a quick reply, which returns its own text without a value. */ required: boolean;
}

/** Values for one card of a carousel. */
export interface TemplateCard {
  /** Public URL of the image, video or document in the header. */ headerMediaUrl?: string | null;
  /** Id of media that was uploaded to the channel, instead of a URL. */ headerMediaId?: string | null;
  /** Body values in the order of the placeholders. */ body?: Array<string> | null;
  /** Body values by the name of the placeholder. They win over `body`. */ bodyNamed?: Record<string, string> | null;
  /** Values of buttons by their index: the end of a URL, or the code to copy. */
  buttonParams?: Record<string, string> | null;
}

/** The values that one card of a carousel needs. */
export interface TemplateCardNeeds {
  /** What the header needs: `text` is `headerText`, an `image`, `video` or `document` is `headerMediaUrl` or `headerMediaId`, a `location` is `headerLocation`. Null if it needs nothing. */
  header: 'text' | 'image' | 'video' | 'document' | 'location' | null;
  /** The placeholders of the body. Numbers run from 1: give the values in order in `body`. Names are the keys of `bodyNamed`. */
  body: Array<string>;
  /** The buttons that take a value in `buttonParams`, under their index. */ buttons: Array<TemplateButtonNeed>;
}

/** The place that a location header shows. */
export interface TemplateLocation {
  /** Latitude in degrees, as a string. */ latitude: string;
  /** Longitude in degrees, as a string. */ longitude: string;
  /** Name of the place. */ name?: string | null;
  /** Address of the place. */ address?: string | null;
}

/** An approved template. It is the only message that reaches a customer outside the 24-hour window. */
export interface TemplateMessage {
  /** Phone number in E.164, or a national number in the workspace's default country. */ to: string;
  /** Name of the contact. It replaces a stored name that differs. */ name?: string | null;
  /** Our id of an earlier message of the same conversation, which this one quotes. */
  reply_to_message_id?: string | null;
  /** `template`. */ type: 'template';
  /** The template and its values, which may name fields of the contact as in a broadcast: `{{contact.name|there}}`. At most 16,384 characters as JSON, also with the values of the contact. */
  template: Template;
  /** Must be absent or null: a template reaches a customer at any time. */ fallback_template?: null;
}

/** The values that a template needs in `params` when it is sent. */
export interface TemplateNeeds {
  /** What the header needs: `text` is `headerText`, an `image`, `video` or `document` is `headerMediaUrl` or `headerMediaId`, a `location` is `headerLocation`. Null if it needs nothing. */
  header: 'text' | 'image' | 'video' | 'document' | 'location' | null;
  /** The placeholders of the body. Numbers run from 1: give the values in order in `body`. Names are the keys of `bodyNamed`. */
  body: Array<string>;
  /** The buttons that take a value in `buttonParams`, under their index. */ buttons: Array<TemplateButtonNeed>;
  /** What each card of a carousel needs, in order. Empty without a carousel. */ cards: Array<TemplateCardNeeds>;
}

/** Values for the placeholders of a template: a list for the body alone, or an object for all parts. */
export type TemplateParams = Array<string> | StructuredTemplateParams;

/** A message by which a search has found its conversation. */
export interface TextMatch {
  /** Our id of the message. */ message_id: string;
  /** When it was written. */ sent_at: string;
  /** A piece of its text, at most 162 characters. */ text: string;
  /** Where the piece has what was searched for: pairs of the first character and the one behind the last. */
  marks: Array<Array<unknown>>;
  /** Only members find notes. */ is_note?: true;
}

/** A text. It needs no `type`. */
export interface TextMessage {
  /** Phone number in E.164, or a national number in the workspace's default country. */ to: string;
  /** Name of the contact. It replaces a stored name that differs. */ name?: string | null;
  /** Our id of an earlier message of the same conversation, which this one quotes. */
  reply_to_message_id?: string | null;
  /** Approved template that is sent instead if the 24-hour window is closed. It is checked even if it is not needed. At most 16,384 characters as JSON. */
  fallback_template?: Template | null;
  /** `text`, which is the default. */ type?: 'text' | null;
  /** Text of the message. */ text: string;
}

/** A video with an optional caption. */
export interface VideoMessage {
  /** Phone number in E.164, or a national number in the workspace's default country. */ to: string;
  /** Name of the contact. It replaces a stored name that differs. */ name?: string | null;
  /** Our id of an earlier message of the same conversation, which this one quotes. */
  reply_to_message_id?: string | null;
  /** Approved template that is sent instead if the 24-hour window is closed. It is checked even if it is not needed. At most 16,384 characters as JSON. */
  fallback_template?: Template | null;
  /** `video`. */ type: 'video';
  /** Public http or https URL of the video, from which the channel fetches it. */ media_url: string;
  /** Caption of the video. */ text?: string | null;
}

/** A message on `web`. */
export interface WebMessageReceived {
  /** `web`. */ channel: 'web';
  /** Id of the conversation. */ conversation_id: string;
  /** Id of the contact. */ contact_id: string;
  /** Our id of the message. */ message_id: string;
  /** What the message contains. */ content_type: ContentType;
  /** Text or caption of the message; null if it has none. */ text: string | null;
}

/** A URL that receives events. */
export interface Webhook {
  /** Id of the webhook. Deliveries carry it in a header. */ id: string;
  /** URL that receives the events. */ url: string;
  /** Events that the webhook receives. */ events: Array<EventName>;
  /** Whether events are delivered. It becomes false after 15 events in a row that failed. */ is_active: boolean;
  /** Time of the last attempt to deliver; null before the first. It can lag by up to ten seconds behind a webhook that gets more than ten deliveries in a short time. */
  last_delivery_at: string | null;
  /** Events in a row that failed, by the time at which each failed. A successful delivery resets it. */
  failure_count: number;
  /** When the webhook was created. */ created_at: string;
  /** Who created the webhook: `api`, or an automation tool that was connected in the dashboard. */
  provider: WebhookProvider;
}

/** The fields of a webhook to change. Fields that are left out stay as they are. */
export interface WebhookChanges {
  /** An https URL without user name and password that resolves to public addresses only. The service on your own machine also takes `http://127.0.0.1`. */
  url?: string | null;
  /** Events to receive, instead of the present ones. */ events?: Array<EventName> | null;
  /** True resumes deliveries and resets `failure_count`; false pauses them. */ is_active?: boolean | null;
}

/** Who created a webhook. `tool_a` and `tool_b` are automation tools. */
export type WebhookProvider = 'api' | 'tool_a' | 'tool_b';

export interface ListContactsQuery {
  /** Beginnings of words in the name, email address, company, user name or external id, or four or more digits from the beginning or end of the phone number; all must match, ignoring case and accents. Everyone is found, newest first, or in the order of the words if more than 150 match. Among the newest contacts, parts in the middle of a word match, too. */
  search?: string;
  /** Name or id of a tag that the contacts have. */ tag?: string;
  /** Phone number of the contact, in E.164 or national in the workspace's default country. */ phone?: string;
  /** Your own id of the contact. */ external_id?: string;
  /** Rows in a page. A value that cannot be used is read as 50. */ limit?: number;
  /** The `meta.next_cursor` of the page before, unchanged. One that cannot be read starts at the first page. */
  cursor?: string;
}

export interface ListSegmentsQuery {
  /** Rows in a page. A value that cannot be used is read as 50. */ limit?: number;
  /** The `meta.next_cursor` of the page before, unchanged. One that cannot be read starts at the first page. */
  cursor?: string;
}

export interface ListSegmentContactsQuery {
  /** Rows in a page. A value that cannot be used is read as 50. */ limit?: number;
  /** The `meta.next_cursor` of the page before, unchanged. One that cannot be read starts at the first page. */
  cursor?: string;
}

export interface ListFailedMessagesQuery {
  /** Must be `failed`. List other messages by conversation. */ status?: 'failed';
  /** Only messages to this contact. */ contact_id?: string;
  /** Only messages on this channel. */ channel?: Channel;
  /** Rows in a page. A value that cannot be used is read as 50. */ limit?: number;
  /** The `meta.next_cursor` of the page before, unchanged. One that cannot be read starts at the first page. */
  cursor?: string;
}

export interface ListTemplatesQuery {
  /** Only templates with this status, in the channel's words, ignoring case; `all` for every status. */
  status?: string;
  /** Rows in a page. A value that cannot be used is read as 50. */ limit?: number;
  /** The `meta.next_cursor` of the page before, unchanged. One that cannot be read starts at the first page. */
  cursor?: string;
}

export interface ListConversationsQuery {
  /** Only conversations in this state. */ status?: ConversationStatus;
  /** Only conversations with this contact. */ contact_id?: string;
  /** Only conversations on this channel. An unknown one is an `invalid_request`. */ channel?: Channel;
  /** Only conversations of this member; `none` for those that nobody handles. */ assigned_agent_id?: 'none' | string;
  /** Only conversations of this team; `none` for those without one. */ team_id?: 'none' | string;
  /** Only open conversations that wait for an answer and are not snoozed: those back from a snooze first, then those that wait longest. */
  waiting?: 'true';
  /** Only conversations whose messages have all these words, ignoring case and accents; of the last word the beginning is enough, and words in quotes must be next to each other. The newest match comes first. At most 200 characters, at least one word that is not very common. The key needs the scope `messages:read`, too. A message is found within seconds; those of broadcasts are not searched. */
  search?: string;
  /** Rows in a page. A value that cannot be used is read as 50. */ limit?: number;
  /** The `meta.next_cursor` of the page before, unchanged. One that cannot be read starts at the first page. */
  cursor?: string;
}

export interface ListMessagesQuery {
  /** Rows in a page. A value that cannot be used is read as 50. */ limit?: number;
  /** The `meta.next_cursor` of the page before, unchanged. One that cannot be read starts at the first page. */
  cursor?: string;
}

export interface ListMembersQuery {
  /** Rows in a page. A value that cannot be used is read as 50. */ limit?: number;
  /** The `meta.next_cursor` of the page before, unchanged. One that cannot be read starts at the first page. */
  cursor?: string;
}

export interface ListTeamsQuery {
  /** Rows in a page. A value that cannot be used is read as 50. */ limit?: number;
  /** The `meta.next_cursor` of the page before, unchanged. One that cannot be read starts at the first page. */
  cursor?: string;
}

export interface ListBroadcastsQuery {
  /** Rows in a page. A value that cannot be used is read as 50. */ limit?: number;
  /** The `meta.next_cursor` of the page before, unchanged. One that cannot be read starts at the first page. */
  cursor?: string;
}

export interface ListBroadcastRecipientsQuery {
  /** Only recipients with this status. */ status?: RecipientStatus;
  /** Rows in a page. A value that cannot be used is read as 50. */ limit?: number;
  /** The `meta.next_cursor` of the page before, unchanged. One that cannot be read starts at the first page. */
  cursor?: string;
}

export interface ListDeliveriesQuery {
  /** Only deliveries with this status. */ status?: DeliveryStatus;
  /** Only deliveries of this event. */ event?: SentEventName;
  /** Only events since this time. */ since?: string;
  /** Only events before this time. */ until?: string;
  /** Rows in a page. A value that cannot be used is read as 50. */ limit?: number;
  /** The `meta.next_cursor` of the page before, unchanged. One that cannot be read starts at the first page. */
  cursor?: string;
}

export interface ListFeedEventsQuery {
  /** The `meta.next_cursor` of the page before, unchanged. Without it, or with one that cannot be read, the page starts at the feed's first event. */
  after?: string;
  /** How many seconds to wait for an event. */ wait?: number;
  /** Events in a page. A value that cannot be used is read as 50. */ limit?: number;
}

export interface GetReportQuery {
  /** The first day, in the time zone of the workspace. 30 days before "to" if it is left out. */ from?: string;
  /** The last day, today if it is left out. A range has at most 366 days. */ to?: string;
  /** Divides the range. `weekday_hour` has keys such as `monday 13`; `reason` is for `broadcast_failed`. */
  by?: 'day' | 'hour' | 'weekday' | 'weekday_hour' | 'member' | 'team' | 'channel' | 'tag' | 'reason';
  /** Only what happened on this channel. */ channel?: Channel;
  /** Only what this member answered, and what happened in conversations that they had. */ member_id?: string;
  /** Only conversations of this team. */ team_id?: string;
  /** Only contacts with this tag at the time. */ tag_id?: string;
}

/** The body of a webhook request. `event` tells the events apart. */
export type WebhookEvent =
  | MessageReceivedEvent
  | MessageStatusUpdatedEvent
  | MessageSentEvent
  | ConversationCreatedEvent
  | ConversationUpdatedEvent
  | ContactCreatedEvent
  | ContactUpdatedEvent
  | ContactDeletedEvent
  | BroadcastCompletedEvent;
