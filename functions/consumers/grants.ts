import { calls, type Grant, manages, reads, sends, writes } from '../model/grant.ts';
import { sendGrants } from '../model/messages/send-grants.ts';

/** The rights of each consumer, by its name. */
export const grants = {
  dispatchChanges: [
    ...calls('GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'),
    ...sends('runMaintenance', 'deliverWebhook', 'prepareBroadcast', 'sendBroadcast', 'checkBroadcast'),
    ...sends('checkMessage', 'copyMedia', 'eraseContacts', 'assignConversations'),
    ...reads('contact', 'conversation', 'webhook'),
    ...manages('delivery', 'feedBatch'),
  ],
  /** It tells open pages what changed. A member who lost access does not learn the next name of the channel. */
  dispatchChangesHints: [
    'hints:publish',
    'hints:publishToVisitors',
    ...reads('user', 'visitorWatch'),
    ...manages('watch'),
  ],
  indexWords: [
    ...calls('Query', 'UpdateItem', 'BatchWriteItem'),
    ...reads('message'),
    ...writes('contactWord', 'textWord'),
    ...manages('knownWords'),
  ],
  /** Office hours belong to a wait; it cannot read what people wrote. */
  countReports: [...calls('GetItem', 'BatchWriteItem'), ...reads('workspace'), ...writes('facts', 'reportDue')],
  /** A task of a member tags contacts, fills segments, changes conversations and sends events again. */
  runMaintenance: [
    ...calls('GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'),
    ...sends('runMaintenance', 'checkBroadcast'),
    'bucket:DeleteObject',
    ...reads('broadcast', 'broadcastCounters', 'formerWebhook', 'member', 'phone', 'webhook', 'workspace'),
    ...writes('channelMessage', 'media', 'report'),
    ...manages('contact', 'contactWord', 'conversation', 'delivery', 'externalId', 'feedBatch', 'mention', 'message'),
    ...manages('facts', 'note', 'ownReply', 'reportDue', 'scheduledBroadcast', 'segment', 'segmentMember', 'snooze', 'tag'),
    ...manages('taggedContact', 'task', 'team'),
  ],
  /** It reads the addresses of members and is the only one that sends mail. */
  runMaintenanceMail: [
    'mail:send',
    ...reads('report', 'webChat', 'webVisit'),
    ...writes('continuation', 'invitationByAddress', 'mail', 'member'),
    ...manages('invitation', 'mailAddress', 'reportMail'),
  ],
  processInbound: [
    ...calls('GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'),
    'secret:channelEncryption',
    'send:processInbound',
    ...reads('broadcastAudience', 'businessNumber', 'team'),
    ...writes('media', 'note', 'template'),
    ...manages('broadcast', 'broadcastCounters', 'channelAccount', 'channelMessage', 'channelUser', 'contact'),
    ...manages('conversation', 'message', 'phone', 'workspace'),
  ],
  copyMedia: [
    ...calls('GetItem', 'UpdateItem'),
    'secret:channelEncryption',
    'bucket:GetObject',
    'bucket:PutObject',
    'bucket:AbortMultipartUpload',
    'bucket:DeleteObject',
    'send:copyMedia',
    ...reads('workspace'),
    ...writes('conversation', 'workerSlot'),
    ...manages('media'),
  ],
  deliverWebhook: [
    ...calls('GetItem', 'Query', 'UpdateItem'),
    'secret:encryption',
    'send:deliverWebhook',
    ...reads('contact', 'conversation'),
    ...writes('workerSlot'),
    ...manages('delivery', 'webhook'),
  ],
  prepareBroadcast: [
    ...calls('GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'),
    'bucket:audiences',
    'bucket:GetObject',
    'bucket:DeleteObject',
    ...sends('prepareBroadcast', 'sendBroadcast'),
    ...reads('contact', 'message', 'phone', 'recipient', 'segment', 'segmentMember', 'tag', 'taggedContact'),
    ...writes('broadcastCounters', 'workerSlot'),
    ...manages('broadcast', 'broadcastAudience', 'broadcastChunk'),
  ],
  sendBroadcast: [
    ...calls('GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'),
    'secret:channelEncryption',
    ...sends('sendBroadcast', 'checkBroadcast'),
    ...writes('channelAccount', 'channelMessage'),
    ...manages('broadcast', 'broadcastAudience', 'broadcastChunk', 'broadcastCounters', 'broadcastLane', 'contact'),
    ...manages('conversation', 'message', 'phone', 'recipient', 'template', 'workspace'),
  ],
  checkBroadcast: [
    ...calls('GetItem', 'Query', 'UpdateItem'),
    ...sends('prepareBroadcast', 'sendBroadcast', 'checkBroadcast'),
    ...reads('broadcastAudience', 'broadcastLane', 'recipient'),
    ...writes('workspace'),
    ...manages('broadcast', 'broadcastCounters', 'message'),
  ],
  /** It sends the fallback of a message that the channel refused late, and away messages. A team may have its own hours. */
  checkMessage: [...sendGrants, ...reads('team')],
  eraseContacts: [
    ...calls('GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'),
    'bucket:DeleteObject',
    'bucket:ListBucket',
    'index:contactEvent',
    'send:eraseContacts',
    ...reads('broadcast', 'formerWebhook', 'webhook'),
    ...writes('auditEntry', 'channelMessage', 'idempotency', 'media', 'mention', 'visitor', 'visitorWatch'),
    ...manages('broadcastChunk', 'channelUser', 'contactAnswer', 'delivery', 'erasure', 'message', 'note', 'phone'),
    ...manages('recipient', 'segment', 'segmentMember', 'webVisit'),
  ],
  assignConversations: [
    ...calls('GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'),
    'index:inbox',
    'send:assignConversations',
    ...reads('assigningTeam', 'team'),
    ...writes('note'),
    ...manages('conversation', 'member', 'turn'),
  ],
} satisfies Record<string, readonly Grant[]>;
