import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Outcome } from '../lambda/function-messages.ts';
import { accountId } from '../template/resource-identity.ts';

interface Asked {
  operation: 'EVENT_CONNECT' | 'EVENT_SUBSCRIBE';
  channel?: string;
  channelNamespaceName?: string;
}

/** Decides on what a client sent as its authorization. */
export type Authorize = (authorization: unknown, asked: Asked) => Promise<boolean>;

interface AuthorizerOptions {
  host: string;
  apiId: string;
  /** Tokens that do not match are refused without a call. */
  tokenPattern: RegExp;
  invoke: (event: string) => Promise<Outcome>;
}

const authorizationSchema = z.object({ host: z.string(), Authorization: z.string() });
const answerSchema = z.object({ isAuthorized: z.boolean(), ttlOverride: z.literal(0).optional() });

export const createAuthorizer =
  ({ host, apiId, tokenPattern, invoke }: AuthorizerOptions): Authorize =>
  async (authorization, asked) => {
    const { success, data } = authorizationSchema.safeParse(authorization);
    if (!success || data.host !== host || !tokenPattern.test(data.Authorization)) return false;
    const event = {
      authorizationToken: data.Authorization,
      requestContext: { apiId, accountId, requestId: randomUUID(), ...asked },
      requestHeaders: { host },
    };
    const outcome = await invoke(JSON.stringify(event));
    return outcome.ok && answerSchema.safeParse(JSON.parse(outcome.payload)).data?.isAuthorized === true;
  };
