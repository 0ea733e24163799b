import type { ListTemplatesQuery, MessageTemplate } from '../api-types.ts';
import type { List } from '../list.ts';
import { idPath, Resource, toSegment } from '../resource.ts';
import type { CallOptions } from '../transport.ts';

export class TemplatesResource extends Resource {
  /** The approved ones, unless the query names another status. */
  list(query?: ListTemplatesQuery, options?: CallOptions): List<MessageTemplate> {
    return this.listOf('/templates', query, options);
  }

  get(name: string, language: string, options?: CallOptions): Promise<MessageTemplate> {
    return this.call('GET', `${idPath('templates', name)}/${toSegment(language)}`, { options });
  }
}
