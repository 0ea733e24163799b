import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Item } from './item.ts';

/** A change of one item: as it was, which a new item was not, and as it is, which a removed one is not any more. */
export interface Change {
  before: Item | undefined;
  after: Item | undefined;
}

/** Reads a record of the table's stream, which carries both images. */
export const toChange = ({ dynamodb }: DynamoDBRecord): Change => ({
  before: toItem(dynamodb?.OldImage),
  after: toItem(dynamodb?.NewImage),
});

/** The workspace in whose partition an item lies, by its key. */
export const readWorkspaceId = ({ pk }: Item): string => {
  const [, workspaceId] = /^WS#([^#]+)/.exec(String(pk)) ?? [];
  if (workspaceId === undefined) throw new Error(`The item at ${String(pk)} lies in no workspace.`);
  return workspaceId;
};

const toItem = (image: NonNullable<DynamoDBRecord['dynamodb']>['NewImage']): Item | undefined =>
  image && unmarshall(image as Record<string, AttributeValue>);
