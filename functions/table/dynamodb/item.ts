export type Item = Record<string, unknown>;

export interface ItemKey {
  pk: string;
  sk: string;
}
