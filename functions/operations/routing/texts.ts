import {
  awayMessage,
  holiday,
  officeHours,
  type Routing,
  routing,
  routingChanges,
  span,
} from '../../model/routing/routing.ts';
import type { AreaTexts } from '../texts.ts';

const day = [{ from: '09:00', to: '18:00' }];

const office_hours: Routing['office_hours'] = {
  time_zone: 'Europe/Berlin',
  week: {
    ...{ monday: day, tuesday: day, thursday: day, friday: [{ from: '09:00', to: '17:00' }] },
    ...{
      wednesday: [
        { from: '09:00', to: '13:00' },
        { from: '14:00', to: '18:00' },
      ],
      saturday: [],
      sunday: [],
    },
  },
  holidays: [
    { date: '2026-12-24', name: 'Christmas Eve', spans: [{ from: '09:00', to: '13:00' }] },
    { date: '2026-12-25', name: 'Christmas Day', spans: [] },
  ],
};

const sample: Routing = {
  office_hours,
  away_message: {
    text: 'Thank you for your message. We answer on weekdays from 9:00 to 18:00.',
    channels: {
      msgapp: { is_active: true, text: null },
      social: { is_active: true, text: null },
      web: { is_active: false, text: null },
    },
  },
};

const fields = {
  office_hours: 'When the team is there. Null stands for always.',
  away_message: 'The answer to customers who write outside of office hours.',
};

const spans = 'Up to three spans in the order of the day. None: closed.';

export const texts: AreaTexts = {
  description: 'Office hours and away messages.',
  components: {
    Routing: { schema: routing, description: 'When the team is there, and what happens when it is not.', fields },
    RoutingChanges: {
      schema: routingChanges,
      description: 'What to change. A field that is left out stays as it is; one that is there is replaced as a whole.',
      fields,
    },
    OfficeHours: {
      schema: officeHours,
      description: 'A week on the clocks of a time zone, and days that differ from it.',
      fields: {
        time_zone: 'Name in the IANA database. Daylight saving time is taken into account.',
        week: 'The spans of each day of the week.',
        holidays: 'Days with spans of their own, or none. They win over the day of the week.',
      },
    },
    OfficeWeek: {
      schema: officeHours.shape.week,
      description: 'The spans of each day.',
      fields: {
        ...{ monday: spans, tuesday: spans, wednesday: spans, thursday: spans, friday: spans },
        ...{ saturday: spans, sunday: spans },
      },
    },
    OfficeSpan: {
      schema: span,
      description: 'Part of a day.',
      fields: { from: 'Local time, such as `09:00`.', to: 'Local time after `from`. `24:00` is the end of the day.' },
    },
    Holiday: {
      schema: holiday,
      description: 'A day that differs from its week.',
      fields: {
        date: 'The day, such as `2026-12-25`.',
        name: 'What members call it. It may be empty.',
        spans: 'Up to three spans. None: closed.',
      },
    },
    AwayMessage: {
      schema: awayMessage,
      description: 'A text that is sent once per conversation and absence.',
      fields: { text: 'The text for all channels.', channels: 'On which channels it is sent.' },
    },
    AwayChannels: {
      schema: awayMessage.shape.channels,
      description: 'The away message on each channel.',
      fields: { msgapp: 'On Msgapp.', social: 'On the social channel.', web: 'In the web chat.' },
    },
    AwayChannel: {
      schema: awayMessage.shape.channels.shape.msgapp,
      description: 'The away message on a channel.',
      fields: {
        is_active: 'Whether it is sent there.',
        text: 'A text of its own. Null stands for that of all channels.',
      },
    },
  },
  operations: {
    getRouting: {
      summary: 'Get office hours and away message',
      row: '[office hours](routing.md) and the away message',
      description: 'Returns the office hours of the workspace and its away message.',
      client: { call: 'routing.get' },
      response: { data: 'Routing', examples: { 200: { data: sample } } },
    },
    updateRouting: {
      summary: 'Change office hours or away message',
      row: 'change office hours or the away message',
      description:
        'Replaces the office hours, the away message or both. Without office hours the workspace is always open, and no ' +
        'away message is sent.',
      client: { call: 'routing.update' },
      request: {
        schema: 'RoutingChanges',
        examples: { hours: { summary: 'Office hours', value: { office_hours } } },
      },
      response: { data: 'Routing', examples: { 200: { data: sample } } },
    },
  },
};
