import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConnection } from '../../../tools/mcp/connection.ts';

const makeLocalDir = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

describe('the connection of the MCP server', () => {
  it('the key and the base URL come from the environment', () => {
    const env = { SWITCHBOARD_API_KEY: 'svc_live_a', SWITCHBOARD_URL: 'https://api.example.com/v1/' };
    expect(readConnection(env)).toEqual({ baseUrl: 'https://api.example.com/v1', apiKey: 'svc_live_a' });
  });

  it('a key without a URL is for the local service', () => {
    const connection = readConnection({ SWITCHBOARD_API_KEY: 'svc_live_a' });
    expect(connection).toEqual({ baseUrl: 'http://127.0.0.1:4000/v1', apiKey: 'svc_live_a' });
  });

  it('without variables, the server uses the demo workspace of the local service', () => {
    const LOCAL_DIR = makeLocalDir();
    const ready = { base_url: 'http://127.0.0.1:4001/v1', api_key: 'svc_live_b' };
    writeFileSync(join(LOCAL_DIR, 'ready.json'), JSON.stringify(ready));
    expect(readConnection({ LOCAL_DIR })).toEqual({ baseUrl: ready.base_url, apiKey: ready.api_key });
  });

  it('a URL without a key is refused, so no key of another service is sent there', () => {
    expect(readConnection({ SWITCHBOARD_URL: 'https://api.example.com/v1' })).toMatch(/^Set SWITCHBOARD_API_KEY/);
  });

  it.each(['api.example.com', 'https://api.example.com', 'file:///v1'])('the URL %s is refused', (url) => {
    const fault = readConnection({ SWITCHBOARD_API_KEY: 'svc_live_a', SWITCHBOARD_URL: url });
    expect(fault).toMatch(/^SWITCHBOARD_URL must be/);
  });

  it('without variables and without a running service, the message names both ways', () => {
    expect(readConnection({ LOCAL_DIR: makeLocalDir() })).toMatch(/SWITCHBOARD_API_KEY.*npm start/);
  });
});
