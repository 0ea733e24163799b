import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Switchboard } from '../client.ts';
import { type Terminal, UsageError } from './terminal.ts';

interface Settings {
  apiKey: string;
  baseUrl: string;
  simulatorUrl: string;
}

export const readSettings = ({ env }: Terminal): Settings => {
  const { SWITCHBOARD_API_KEY: apiKey, SWITCHBOARD_URL: url, SWITCHBOARD_SIMULATOR_URL: simulator } = env;
  const defaults = { baseUrl: url || 'http://127.0.0.1:4000/v1', simulatorUrl: simulator || 'http://127.0.0.1:4100' };
  if (apiKey) return { ...defaults, apiKey };
  const path = join(env['LOCAL_DIR'] || '.local', 'ready.json');
  if (url || !existsSync(path))
    throw new UsageError(
      'Set SWITCHBOARD_API_KEY to an API key of your workspace, and SWITCHBOARD_URL to its service.',
    );
  const { api_key, base_url, simulator_url } = JSON.parse(readFileSync(path, 'utf8'));
  return { apiKey: api_key, baseUrl: base_url, simulatorUrl: simulator || simulator_url };
};

/** Says once that the service is away, and once that it is back. */
export const connect = (terminal: Terminal): Switchboard => {
  const { apiKey, baseUrl } = readSettings(terminal);
  let isAway = false;
  const note = (isAwayNow: boolean): void => {
    const line = isAwayNow ? `${baseUrl} does not respond; trying again.` : 'Connected again.';
    if (isAway !== isAwayNow && !terminal.signal.aborted) terminal.printError(line);
    isAway = isAwayNow;
  };
  const send: typeof fetch = async (input, init) => {
    const response = await fetch(input, init).catch((error: unknown) => {
      note(true);
      throw error;
    });
    note(response.status >= 500);
    return response;
  };
  return new Switchboard({ apiKey, baseUrl, fetch: send });
};
