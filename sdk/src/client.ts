import { BroadcastsResource } from './resources/broadcasts.ts';
import { ContactsResource } from './resources/contacts.ts';
import { ConversationsResource } from './resources/conversations.ts';
import { FeedsResource } from './resources/feeds.ts';
import { MembersResource, MeResource } from './resources/members.ts';
import { MediaResource, MessagesResource, TemplatesResource } from './resources/messages.ts';
import { SegmentsResource } from './resources/segments.ts';
import { WebhooksResource } from './resources/webhooks.ts';
import { createTransport, type SwitchboardOptions } from './transport.ts';

/** The Switchboard API, by resource. Every call retries what may succeed on another attempt. */
export class Switchboard {
  readonly me: MeResource;
  readonly messages: MessagesResource;
  readonly templates: TemplatesResource;
  readonly conversations: ConversationsResource;
  readonly members: MembersResource;
  readonly media: MediaResource;
  readonly contacts: ContactsResource;
  readonly segments: SegmentsResource;
  readonly broadcasts: BroadcastsResource;
  readonly webhooks: WebhooksResource;
  readonly feeds: FeedsResource;

  constructor(options: SwitchboardOptions) {
    const send = createTransport(options);
    this.me = new MeResource(send);
    this.messages = new MessagesResource(send);
    this.templates = new TemplatesResource(send);
    this.conversations = new ConversationsResource(send);
    this.members = new MembersResource(send);
    this.media = new MediaResource(send);
    this.contacts = new ContactsResource(send);
    this.segments = new SegmentsResource(send);
    this.broadcasts = new BroadcastsResource(send);
    this.webhooks = new WebhooksResource(send);
    this.feeds = new FeedsResource(send);
  }
}
