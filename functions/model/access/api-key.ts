import * as z from 'zod/mini';
import { countCharacters } from '../characters.ts';
import { allowedNetworks } from './network.ts';
import { scopes } from './scope.ts';
import type { Tenant } from './tenant.ts';

const apiKeyStates = ['active', 'revoked', 'expired'] as const;

/** A key as its workspace sees it. The key itself is shown once, when it is created. */
export const apiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.string()),
  state: z.enum(apiKeyStates),
  created_at: z.iso.datetime(),
  last_used_at: z.nullable(z.iso.datetime()),
  expires_at: z.nullable(z.iso.datetime()),
  created_by: z.nullable(z.string()),
  /** Networks in CIDR notation; null for a key that works from every address. */
  networks: z.nullable(z.array(z.string())),
});

export type ApiKey = z.output<typeof apiKey>;

/** Calls of the last hour that were refused because the key was revoked or has expired. */
export const listedApiKey = z.extend(apiKey, { refused_calls: z.number() });

export type ListedApiKey = z.output<typeof listedApiKey>;

export const createdApiKey = z.extend(apiKey, { key: z.string() });

export const apiKeyNameCharactersMax = 80;

/** A workspace may have as many. The oldest one that is revoked or has expired makes room for a new one. */
export const apiKeysMax = 200;

/** Part of a key's name, or of its prefix. */
export const apiKeyQuery = z.object({
  q: z.optional(z.string().check(z.minLength(1), z.maxLength(apiKeyNameCharactersMax))),
});

export const newApiKey = z.object({
  name: z.string().check(
    z.trim(),
    z.minLength(1),
    z.refine((name: string) => countCharacters(name) <= apiKeyNameCharactersMax, {
      error: `must have at most ${apiKeyNameCharactersMax} characters`,
    }),
  ),
  scopes: z.array(z.enum(scopes)).check(
    z.maxLength(scopes.length),
    z.overwrite((names) => [...new Set(names)]),
  ),
  networks: allowedNetworks,
});

export interface KeyCaller extends Tenant {
  workspaceName: string;
  keyId: string;
  keyName: string;
  scopes: readonly string[];
}

export interface RateWindow {
  limit: number;
  remaining: number;
  resetsAtMs: number;
}

/** A window starts with the first request after the previous one ended. */
export const rateLimit = { requestsMax: 120, windowMs: 60_000 } as const;
