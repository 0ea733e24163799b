import type { PageMeta } from './api-types.ts';
import { createList, type List } from './list.ts';
import type { Call, CallOptions, Send } from './transport.ts';

/** The calls of one resource. Results come without their envelope. */
export class Resource {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  protected async call<Result>(
    method: Call['method'],
    path: string,
    { body, options }: Pick<Call, 'body' | 'options'>,
  ): Promise<Result> {
    const { data } = await this.#send<{ data: Result }>({ method, path, body, options });
    return data;
  }

  /** A POST whose work a further call with `next_cursor` goes on with. */
  protected callStep<Result>(
    path: string,
    { body, options }: Pick<Call, 'body' | 'options'>,
  ): Promise<{ data: Result; meta: PageMeta }> {
    return this.#send({ method: 'POST', path, body, options });
  }

  protected listOf<Item>(path: string, query?: { cursor?: string }, options?: CallOptions): List<Item> {
    return createList(this.#send, { path, query, options });
  }
}

/** An id that holds a slash, or is a dot or two, must not lead to another path. */
export const toSegment = (id: string): string => {
  if (/^\.{0,2}$/.test(id)) throw new TypeError(`"${id}" is not an id. Use one that the API returned.`);
  return encodeURIComponent(id);
};

export const idPath = (collection: string, id: string): string => `/${collection}/${toSegment(id)}`;
