import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Item } from './item.ts';

export interface Change {
  /** The stream's id of the change, the same whenever a batch is repeated. */
  id?: string | undefined;
  before: Item | undefined;
  after: Item | undefined;
}

export const toChange = ({ eventID, dynamodb }: DynamoDBRecord): Change => ({
  id: eventID,
  before: toItem(dynamodb?.OldImage),
  after: toItem(dynamodb?.NewImage),
});

export const readWorkspaceId = ({ pk }: Item): string => {
  const [, workspaceId] = /^WS#([^#]+)/.exec(String(pk)) ?? [];
  if (workspaceId === undefined) throw new Error(`The key ${String(pk)} names no workspace.`);
  return workspaceId;
};

export const readRequestId = ({ before, after }: Change): string | undefined => {
  const requestId = (after ?? before)?.['request_id'];
  return typeof requestId === 'string' ? requestId : undefined;
};

const toItem = (image: NonNullable<DynamoDBRecord['dynamodb']>['NewImage']): Item | undefined =>
  image && unmarshall(image as Record<string, AttributeValue>);
