import type { Weekday } from '../../../functions/model/routing/office-hours.ts';

export const routingTexts = {
  title: 'Routing',
  lead: 'Who answers which conversations, and when.',
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
  owner: 'Hours for',
  wholeWorkspace: (name: string) => `${name} (the whole workspace)`,
  ownerHeld: 'Save or discard your changes to choose another one.',
  ofWorkspace: { isOn: 'Use office hours', off: 'Without office hours, the workspace is always open.' },
  ofTeam: {
    isOn: 'The team has its own office hours',
    off: 'This team has the office hours of the workspace.',
  },
  timeZone: 'Time zone',
  timeZoneHint: 'The times below are in this time zone.',
  days,
  closed: 'Closed',
  until: 'to',
  spansMax: (max: number) => `At most ${max} ranges`,
  from: (day: string, span: number) => `${day}, time range ${span}, from`,
  to: (day: string, span: number) => `${day}, time range ${span}, to`,
  addSpan: (day: string) => `Add hours to ${day}`,
  removeSpan: (day: string, span: number) => `Remove time range ${span} from ${day}`,
  timeFault: 'Enter times from 0:00 to 24:00, such as 9:00 and 17:30.',
  orderFault: 'Enter the time ranges in order. They must not overlap, and each must end after it begins.',
  holidays: 'Holidays',
  noHolidays: 'A day in this list is closed or has its own hours, whatever the week says.',
  addHoliday: 'Add a day',
  holiday: (count: number) => `holiday ${count}`,
  remove: 'Remove',
  removeHoliday: (name: string) => `Remove ${name}`,
  date: 'Day',
  name: 'Name',
  dateMissing: 'Choose the day.',
  dateTwice: 'This day is already in the list.',
  away: 'While you are closed',
  awayHint:
    'Customers who write while you are closed get this answer once until you open. Their conversations still wait for you. Customers who opted out get no answer.',
  awayNeedsHours: 'Away messages are sent outside office hours. Set office hours for the workspace or for a team.',
  text: 'Away message',
  textMissing: 'Enter a text, or turn the message off on each channel.',
  sendOn: { msgapp: 'Send it on Msgapp', social: 'Send it on Social', web: 'Send it in the web chat' },
  ownText: {
    msgapp: 'Different text on Msgapp',
    social: 'Different text on Social',
    web: 'Different text in the web chat',
  },
  ownTextHint: 'If it is empty, the text above is sent.',
  notSaved: 'Not saved yet',
  save: 'Save changes',
  discard: 'Discard',
  done: 'Changes saved',
  teamDone: (team: string) => `Office hours of ${team} saved`,
  state: {
    always: 'Always open',
    open: (until: string | undefined) => (until === undefined ? 'Open now' : `Open now, until ${until}`),
    closed: (opens: string | undefined) => (opens === undefined ? 'Closed' : `Closed now, opens ${opens}`),
  },
};
