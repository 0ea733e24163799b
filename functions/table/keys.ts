/**
 * The entity chart: every kind of item and where it lies. Ids are UUIDv7, so that `sk = id` is order of creation and
 * lists need no index. An access pattern starts here, then gets a named function in the file of its noun.
 */
export const keys = {
  workspace: (workspaceId: string) => ({ pk: `WS#${workspaceId}`, sk: 'WORKSPACE' }),

  /** The key itself, found by the hash of what the caller sent: scopes, state and rate window in one item. */
  apiKey: (sha256: string) => ({ pk: `KEY#${sha256}`, sk: 'KEY' }),
  /** The key as the workspace lists it: a pointer to the item above. */
  listedApiKey: (workspaceId: string, keyId: string) => ({ pk: `WS#${workspaceId}#KEY`, sk: keyId }),

  idempotency: (workspaceId: string, sha256: string) => ({ pk: `IDEMPOTENCY#${workspaceId}#${sha256}`, sk: 'RECORD' }),
};

/** Where an item lies. */
export interface Key {
  pk: string;
  sk: string;
}
