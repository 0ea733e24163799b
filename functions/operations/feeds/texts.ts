import { feed, feedDays, feedPage, feedsMax, newFeed, waitSecondsMax } from '../../model/feeds/feed.ts';
import { ids, phone, times } from '../samples.ts';
import type { AreaTexts, FieldDoc } from '../texts.ts';

const feedSample = {
  id: ids.feed,
  name: 'CRM mirror',
  events: ['message.received', 'contact.created'],
  created_at: times.created,
  expires_at: '2026-05-11T09:30:00.000Z',
};

const pageSample = {
  data: [
    {
      id: ids.event,
      event: 'contact.created',
      occurred_at: times.inbound,
      account_id: ids.account,
      data: { contact_id: ids.contact, phone, name: 'Ana Torres' },
    },
  ],
  meta: { next_cursor: 'Yk1vU2bq0xJ3sLw8Qn5RdTIuMA' },
};

const feedFields: Record<string, FieldDoc> = {
  id: 'Id of the feed.',
  name: 'Name of the feed, for people. Null for a feed without one.',
  events: 'Events that the feed gets.',
  created_at: 'When the feed was created.',
  expires_at: 'When the feed ends, unless it is read before.',
};

const id = 'Id of the feed.';

export const texts: AreaTexts = {
  description: `Events for programs without a public address, which read them instead of receiving webhooks. Each workspace can have ${feedsMax} feeds.`,
  components: {
    Feed: { schema: feed, description: 'A list of events, each in it exactly once.', fields: feedFields },
    NewFeed: {
      schema: newFeed,
      description: 'A feed to create.',
      fields: {
        name: 'Name of the feed, for people, such as the program that reads it. Spaces around it are removed. Several feeds can have the same one.',
        events: 'Events to get. A repeated name counts once.',
      },
    },
    FeedMeta: {
      schema: feedPage.shape.meta,
      description: 'Where the feed goes on.',
      fields: { next_cursor: 'Pass it as `after` to get the events that follow. It is never null.' },
    },
    FeedPage: {
      schema: feedPage,
      description: 'Events of a feed.',
      fields: { data: 'The events, oldest first, as a webhook would get them.', meta: 'Where the feed goes on.' },
    },
  },
  operations: {
    createFeed: {
      summary: 'Create a feed',
      row: 'create a [feed](feeds.md): events to read, without a public address',
      description: `Creates a feed. It gets every event from now on, until nobody has read it for ${feedDays} days.`,
      client: {
        call: 'feeds.create',
        comment: 'It gets every event from now on, until nobody has read it for 7 days.',
      },
      request: {
        schema: 'NewFeed',
        examples: {
          messages: { summary: 'Messages and contacts', value: { name: feedSample.name, events: feedSample.events } },
        },
      },
      response: { data: 'Feed', examples: { 201: { data: feedSample } } },
    },
    listFeeds: {
      summary: 'List feeds',
      row: 'every feed of the workspace',
      description: 'Lists all feeds of the workspace, newest first. There is never a second page.',
      client: { call: 'feeds.list' },
      response: { data: 'Feed', examples: { 200: { data: [feedSample], meta: { next_cursor: null } } } },
    },
    getFeed: {
      summary: 'Get a feed',
      row: 'one feed',
      description: 'Returns one feed. This does not count as reading it.',
      client: { call: 'feeds.get' },
      parameters: { id },
      response: { data: 'Feed', examples: { 200: { data: feedSample } } },
    },
    deleteFeed: {
      summary: 'Delete a feed',
      row: 'delete a feed and its events',
      description: 'Deletes a feed and its events.',
      client: { call: 'feeds.delete' },
      parameters: { id },
      response: { data: 'Deleted', examples: { 200: { data: { id: ids.feed, deleted: true } } } },
    },
    listFeedEvents: {
      summary: 'Read the events of a feed',
      row: 'the events after `after`, oldest first; `wait` for one up to 20 seconds',
      description:
        `Returns the next events, oldest first; they stay ${feedDays} days. Each event is in the feed exactly once. A ` +
        'reader that goes on from `meta.next_cursor` skips none of them. With `wait`, a call that finds none is held ' +
        'until there is one, and returns an empty page when the time is up. One call at a time waits on a feed: a later ' +
        'one ends it early.',
      client: { call: 'feeds.events', isHandWritten: true },
      parameters: {
        id,
        after:
          'The `meta.next_cursor` of the page before, unchanged. Without it, or with one that cannot be read, the page ' +
          "starts at the feed's first event.",
        wait: {
          description: 'How many seconds to wait for an event.',
          type: 'integer',
          minimum: 0,
          maximum: waitSecondsMax,
          default: 0,
          pattern: undefined,
        },
        limit: {
          description: 'Events in a page. A value that cannot be used is read as 50.',
          type: 'integer',
          minimum: 1,
          maximum: 100,
          default: 50,
        },
      },
      response: { body: 'FeedPage', examples: { 200: pageSample } },
    },
  },
};
