import type { DeliveryStatus } from '../../../functions/model/deliveries/delivery.ts';
import type { EventName } from '../../../functions/model/webhooks/webhook.ts';

const states: Record<DeliveryStatus, string> = {
  requested: 'Sending',
  retrying: 'Retrying',
  delivered: 'Delivered',
  failed: 'Failed',
  skipped: 'Not sent',
};

const events: Record<EventName, string> = {
  'message.received': 'A customer writes to you',
  'message.status_updated': 'A message is delivered, read or fails',
  'conversation.created': 'A conversation starts',
  'contact.created': 'A contact is added',
  'message.sent': 'You send a message',
  'conversation.updated': 'Its status or agent changes',
  'contact.updated': 'Its fields, tags or consent change',
  'contact.deleted': 'A contact is erased',
  'broadcast.completed': 'A broadcast ends',
};

const webhookStates = {
  on: 'On',
  failing: 'Failing',
  turnedOff: 'Off after failures',
  off: 'Off',
};

/** The words for an event on its way to a webhook, on every page that shows one. */
export const deliveryTexts = {
  states,
  webhookStates,
  events,
  stopped: 'Stopped',
  conversation: 'Conversation',
  test: 'Test',
  attempts: 'Attempts',
  earlier: 'Earlier attempts',
  times: (count: number) => `${count} ×`,
  last: (time: string) => `the last at ${time}`,
  duration: (ms: number) => `${ms.toLocaleString('en-US')} ms`,
  emptyAnswer: 'Empty response',
  failureWords: {
    timeout: 'No answer within 5 seconds',
    refused: 'Connection refused',
    closed: 'Connection closed early',
    unresolved: 'Host not found',
    unreachable: 'Host cannot be reached',
    certificate: 'Certificate not accepted',
    notPublic: 'Address is not public',
    notHttps: 'Address does not start with https://',
    malformed: 'Address is not valid',
    other: (code: string) => `Failed (${code})`,
  },
};
