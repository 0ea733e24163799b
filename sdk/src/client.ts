import {
  ConversationsCalls,
  MeCalls,
  MediaCalls,
  MembersCalls,
  ReportsCalls,
  RoutingCalls,
  SegmentsCalls,
  TeamsCalls,
  TemplatesCalls,
} from './calls.ts';
import { BroadcastsResource } from './resources/broadcasts.ts';
import { ContactsResource } from './resources/contacts.ts';
import { FeedsResource } from './resources/feeds.ts';
import { MessagesResource } from './resources/messages.ts';
import { WebhooksResource } from './resources/webhooks.ts';
import { createTransport, type SwitchboardOptions } from './transport.ts';

/** The Switchboard API, by resource. Every call retries what may succeed on another attempt. */
export class Switchboard {
  readonly me: MeCalls;
  readonly messages: MessagesResource;
  readonly templates: TemplatesCalls;
  readonly conversations: ConversationsCalls;
  readonly routing: RoutingCalls;
  readonly reports: ReportsCalls;
  readonly members: MembersCalls;
  readonly teams: TeamsCalls;
  readonly media: MediaCalls;
  readonly contacts: ContactsResource;
  readonly segments: SegmentsCalls;
  readonly broadcasts: BroadcastsResource;
  readonly webhooks: WebhooksResource;
  readonly feeds: FeedsResource;

  constructor(options: SwitchboardOptions) {
    const send = createTransport(options);
    this.me = new MeCalls(send);
    this.messages = new MessagesResource(send);
    this.templates = new TemplatesCalls(send);
    this.conversations = new ConversationsCalls(send);
    this.routing = new RoutingCalls(send);
    this.reports = new ReportsCalls(send);
    this.members = new MembersCalls(send);
    this.teams = new TeamsCalls(send);
    this.media = new MediaCalls(send);
    this.contacts = new ContactsResource(send);
    this.segments = new SegmentsCalls(send);
    this.broadcasts = new BroadcastsResource(send);
    this.webhooks = new WebhooksResource(send);
    this.feeds = new FeedsResource(send);
  }
}
