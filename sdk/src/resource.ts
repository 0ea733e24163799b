import type { PageMeta } from './api-types.ts';
import { createList, type List, type ListCall } from './list.ts';
import type { Call, Send } from './transport.ts';

type Request = Omit<Call, 'method' | 'path'>;

/** The calls of one resource. Results come without their envelope. */
export class Resource {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  protected async call<Result>(method: Call['method'], path: string, request: Request): Promise<Result> {
    const { data } = await this.#send<{ data: Result }>({ method, path, ...request });
    return data;
  }

  /** A POST whose work a further call with `next_cursor` goes on with. */
  protected callStep<Result>(path: string, request: Request): Promise<{ data: Result; meta: PageMeta }> {
    return this.#send({ method: 'POST', path, ...request });
  }

  protected listOf<Item>(path: string, request: Omit<ListCall, 'path'>): List<Item> {
    return createList(this.#send, { path, ...request });
  }
}

/** A path with ids in it. One that holds a slash, or is a dot or two, must not lead to another path. */
export const toPath = (texts: TemplateStringsArray, ...ids: string[]): string =>
  String.raw(texts, ...ids.map(toSegment));

export const toSegment = (id: string): string => {
  if (/^\.{0,2}$/.test(id)) throw new TypeError(`"${id}" is not an id. Use one that the API returned.`);
  return encodeURIComponent(id);
};
