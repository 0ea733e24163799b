/** An item as DynamoDB returns it, before a file of its noun types it. */
export type Item = Record<string, unknown>;

export interface ItemKey {
  pk: string;
  sk: string;
}
