import { toolNames } from './tools.ts';

export const integrationTexts = {
  title: 'Integrations',
  lead: 'Send events to your automation tools as they happen. Failed deliveries are retried.',
  manage: 'connect, test and change integrations',
  disconnects: [
    'Each connection is also a webhook. You disconnect it here only, not on the page',
    '; deleting it through the API disconnects the tool, too.',
  ],
  loadFailed: 'The integrations could not be loaded.',
  tools: toolNames,
  summary: (connections: number) => {
    if (connections === 0) return 'Not connected';
    return connections === 1 ? 'Connected' : `${connections} connections`;
  },
  attention: (failing: number, all: number) =>
    all === 1 ? 'Needs attention' : `${all} connections, ${failing} failing`,
  use: (tool: string) =>
    `A flow in ${tool} can, for example, add each new contact to a sheet or post what customers write in your team’s chat. Add a “custom webhook” trigger there, paste its address here, choose the events, and send a test event.`,
  contents: 'What an event contains',
  notConnectedReadOnly: 'When an Admin or Owner connects it, the connection appears here.',
  lastDelivery: 'Last attempt',
  neverDelivered: 'Nothing delivered yet',
  failures: (count: number) => (count === 1 ? '1 event failed' : `${count} events failed in a row`),
  created: 'Connected',
  by: (name: string) => `by ${name}`,
  log: 'Delivery log',
  logLabel: (url: string) => `Delivery log of ${url}`,
  turnedOff: (failures: number) =>
    `Turned off after ${failures} failed events in a row. Fix the receiving server, then turn the connection on.`,
  paused: 'Turned off. No events are sent until you turn it on.',
  gone: (url: string) => `${url} is disconnected. Someone disconnected it here or deleted its webhook through the API.`,
  missing:
    'The connection in this link is disconnected. Someone disconnected it here or deleted its webhook through the API.',
  dismiss: 'Dismiss',
  turnOn: { action: 'Turn on', label: (url: string) => `Turn on ${url}`, done: 'The connection is on' },
  connect: {
    another: 'Connect another',
    title: (tool: string) => `Connect ${tool}`,
    anotherTitle: (tool: string) => `Connect another ${tool} address`,
    stepAddress: (tool: string) => `In ${tool}, add a “custom webhook” trigger and copy its address.`,
    stepPaste: 'Paste the address here',
    stepEvents: 'Choose the events to send',
    url: 'Address',
    urlMissing: 'Paste the address that the tool shows.',
    events: 'Events',
    submit: 'Connect',
    cancel: 'Cancel',
  },
  connected: {
    title: 'Save the signing secret',
    lead: 'This is the only time you will see it. The receiving server uses it to verify that an event comes from Switchboard.',
    secret: 'Signing secret',
    next: 'Send a test event to see that the address works.',
    test: 'Send test event',
  },
  edit: {
    action: 'Edit',
    label: (url: string) => `Edit ${url}`,
    title: (tool: string) => `Edit the ${tool} connection`,
    active: 'Send events to this address',
    submit: 'Save',
    done: 'The connection is saved',
  },
  disconnect: {
    action: 'Disconnect',
    label: (url: string) => `Disconnect ${url}`,
    title: 'Disconnect this address?',
    lead: (url: string) =>
      `No more events are sent to ${url}. To connect it again, you need to store a new signing secret.`,
    submit: 'Disconnect',
    done: 'The address is disconnected',
  },
  test: {
    action: 'Send test event',
    label: (url: string) => `Send test event to ${url}`,
    failed: 'The test event could not be sent.',
    title: 'Test event',
    sent: 'sent',
    waiting: 'Waiting for the first attempt.',
    next: (time: string) => `The next attempt is at ${time}.`,
    nextSoon: 'The next attempt follows shortly.',
    delivered: 'The address accepted the event.',
    gaveUp: 'The address did not accept the event. Fix the receiving server, then send another test event.',
    skipped: 'The connection was turned off before the event was sent. Turn it on and try again.',
    loadFailed: 'The progress of the test could not be loaded.',
    gone: 'This test is no longer available. Send another test event.',
    close: 'Close test',
  },
};
