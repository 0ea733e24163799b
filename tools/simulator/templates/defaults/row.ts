import type { JsonObject } from '../../json.ts';

/** Ids are fixed, so they are the same on every start. */
export const templateRow = (
  id: number,
  name: string,
  components: readonly JsonObject[],
  overrides: JsonObject = {},
): JsonObject => ({
  id: `13873700000000${String(id).padStart(2, '0')}`,
  name,
  language: 'en_US',
  status: 'APPROVED',
  category: 'UTILITY',
  sub_category: 'CUSTOM',
  parameter_format: 'POSITIONAL',
  components,
  ...overrides,
});

export const mediaHeader = (format: 'IMAGE' | 'VIDEO' | 'DOCUMENT', file: string): JsonObject => ({
  type: 'HEADER',
  format,
  example: { header_handle: [`https://scontent.whatsapp.net/v/t61/${file}`] },
});

export const footer: JsonObject = { type: 'FOOTER', text: 'Example Shop' };

export const body = (text: string, ...examples: string[]): JsonObject => ({
  type: 'BODY',
  text,
  ...(examples.length === 0 ? {} : { example: { body_text: [examples] } }),
});

export const namedBody = (text: string, examples: Record<string, string>): JsonObject => ({
  type: 'BODY',
  text,
  example: {
    body_text_named_params: Object.entries(examples).map(([param_name, example]) => ({ param_name, example })),
  },
});

export const buttons = (...items: JsonObject[]): JsonObject => ({ type: 'BUTTONS', buttons: items });

export const urlButton = (text: string, url: string, example?: string): JsonObject => ({
  type: 'URL',
  text,
  url,
  ...(example === undefined ? {} : { example: [example] }),
});

export const quickReply = (text: string): JsonObject => ({ type: 'QUICK_REPLY', text });
