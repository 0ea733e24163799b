import type { Weekday } from '../../../functions/model/routing/office-hours.ts';

export const routingTexts = {
  title: 'Routing',
  lead: 'Who answers what, and when.',
  tabs: { teams: 'Teams', hours: 'Office hours' },
};

const days: Record<Weekday, string> = {
  ...{ monday: 'Monday', tuesday: 'Tuesday', wednesday: 'Wednesday', thursday: 'Thursday', friday: 'Friday' },
  ...{ saturday: 'Saturday', sunday: 'Sunday' },
};

export const hoursTexts = {
  manage: 'change office hours and the away message',
  loadFailed: 'The office hours could not be loaded.',
  week: 'Week',
  owner: 'Hours of',
  ofWorkspace: { isOn: 'Use office hours', off: 'Without office hours the workspace is always open.' },
  ofTeam: {
    isOn: 'The team has its own office hours',
    off: 'The office hours of the workspace hold for this team, too.',
  },
  timeZone: 'Time zone',
  timeZoneHint: 'The times below are those of clocks there.',
  days,
  closed: 'Closed',
  from: (day: string, span: number) => `${day}, span ${span}, from`,
  to: (day: string, span: number) => `${day}, span ${span}, to`,
  addSpan: (day: string) => `Add a span to ${day}`,
  removeSpan: (day: string, span: number) => `Remove span ${span} of ${day}`,
  timeFault: 'Enter times from 0:00 to 24:00, such as 9:00 and 17:30.',
  orderFault: 'Enter spans in the order of the day. They must not overlap, and each ends after it begins.',
  holidays: 'Holidays',
  noHolidays: 'A day here wins over the week: it is closed, or has hours of its own.',
  addHoliday: 'Add a day',
  holiday: (count: number) => `holiday ${count}`,
  removeHoliday: (name: string) => `Remove ${name}`,
  date: 'Day',
  name: 'Name',
  dateMissing: 'Choose the day.',
  dateTwice: 'This day is in the list already.',
  away: 'When it is closed',
  awayHint:
    'Customers who write while it is closed get this answer, once per closing. Their conversation still waits for you. Customers who opted out get no answer.',
  awayNeedsHours: 'Away messages are sent outside of office hours: those of the workspace, or those of a team.',
  text: 'Away message',
  textMissing: 'Enter a text, or turn the message off on each channel.',
  sendOn: { msgapp: 'Send it on Msgapp', social: 'Send it on Social', web: 'Send it in the web chat' },
  ownText: { msgapp: 'Other text on Msgapp', social: 'Other text on Social', web: 'Other text in the web chat' },
  ownTextHint: 'If it is empty, the text above is sent.',
  save: 'Save changes',
  discard: 'Discard changes',
  done: 'Office hours and away message are saved',
  teamDone: (team: string) => `Office hours of ${team} are saved`,
  state: {
    always: 'Always open',
    open: (until: string | undefined) => (until === undefined ? 'Open now' : `Open now, until ${until}`),
    closed: (opens: string | undefined) => (opens === undefined ? 'Closed' : `Closed now, opens ${opens}`),
  },
};
