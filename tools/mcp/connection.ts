import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

export interface Connection {
  baseUrl: string;
  apiKey: string;
}

const readyFile = z.object({ base_url: z.string(), api_key: z.string() });

/** Without variables it is the demo workspace of the local service. A returned text says what is missing. */
export const readConnection = (env: NodeJS.ProcessEnv): Connection | string => {
  const { SWITCHBOARD_API_KEY: apiKey, SWITCHBOARD_URL: baseUrl } = env;
  if (apiKey) return toConnection(baseUrl || 'http://127.0.0.1:4000/v1', apiKey);
  if (baseUrl) return 'Set SWITCHBOARD_API_KEY to an API key of the workspace (svc_live_…).';
  const path = join(env['LOCAL_DIR'] || '.local', 'ready.json');
  if (!existsSync(path)) {
    return 'Set SWITCHBOARD_API_KEY and SWITCHBOARD_URL, or start the local service with npm start.';
  }
  const { base_url, api_key } = readyFile.parse(JSON.parse(readFileSync(path, 'utf8')));
  return { baseUrl: base_url, apiKey: api_key };
};

const toConnection = (url: string, apiKey: string): Connection | string => {
  const baseUrl = url.replace(/\/+$/, '');
  return URL.canParse(baseUrl) && /^https?:.*\/v\d+$/.test(baseUrl)
    ? { baseUrl, apiKey }
    : 'SWITCHBOARD_URL must be the base URL of the API with its version, such as https://api.example.com/v1.';
};
