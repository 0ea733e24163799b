import { type JsonObject, listOrEmpty, objectOrEmpty, textOrEmpty } from '../json.ts';
import type { SentMessage } from '../sent-messages.ts';
import { findComponent, type TextDefinition } from './definition.ts';
import { fillText } from './parameters.ts';
import type { TemplateStore } from './store.ts';

/** What the customer's phone shows of an accepted message. */
export const describeContent = (
  { account, body }: SentMessage,
  templates: TemplateStore,
): { type: string; text: string | null } => {
  if (account.channel === 'social') {
    const text = textOrEmpty(objectOrEmpty(body['message'])['text']);
    return { type: text ? 'text' : 'attachment', text: text || null };
  }
  const type = textOrEmpty(body['type']) || 'text';
  const content = objectOrEmpty(body[type]);
  if (type === 'template') return { type, text: renderTemplate(templates, account.wabaId, content) };
  const text = ['body', 'caption', 'filename', 'link'].map((name) => textOrEmpty(content[name])).find(Boolean);
  return { type, text: text ?? null };
};

const renderTemplate = (templates: TemplateStore, wabaId: string, content: JsonObject): string | null => {
  const name = textOrEmpty(content['name']);
  const language = textOrEmpty(objectOrEmpty(content['language'])['code']);
  const definition = templates.find(wabaId, name, language);
  // Somebody replaced the template since.
  if (!definition) return name;
  const components = listOrEmpty(content['components']).map(objectOrEmpty);
  const fill = (part: TextDefinition | undefined, type: string) => {
    const parameters = listOrEmpty(findComponent(components, type)?.['parameters']).map(objectOrEmpty);
    return part?.text ? fillText(part, parameters, definition.isNamed, type.toLowerCase()) : undefined;
  };
  return [fill(definition.header, 'HEADER'), fill(definition.body, 'BODY')].filter(Boolean).join('\n') || name;
};
