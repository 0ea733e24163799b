import { type Client, openClient } from '../client.ts';

export interface BenchWorkspace {
  id: string;
  phoneNumberId: string;
  client: Client;
}

/** Needs the environment of a function of the running service in this process. */
export const makeWorkspace = async (baseUrl: string, simulatorUrl: string): Promise<BenchWorkspace> => {
  const { createWorkspace } = await import('../../../functions/domain/workspaces/workspaces.ts');
  const { createApiKey } = await import('../../../functions/domain/access/api-keys.ts');
  const { scopes } = await import('../../../functions/model/access/scope.ts');
  const { id } = await createWorkspace('Bench', 'DE');
  const phoneNumberId = await connectNumber(id, simulatorUrl);
  const makeKey = async () => (await createApiKey(id, { name: 'Bench', scopes: [...scopes] })).key;
  return { id, phoneNumberId, client: openClient(baseUrl, makeKey) };
};

const connectNumber = async (workspaceId: string, url: string): Promise<string> => {
  const { connectMsgapp } = await import('../../../functions/domain/channels/connect.ts');
  const response = await fetch(`${url}/accounts`, { method: 'POST', body: '{"channel":"msgapp"}' });
  const { data } = (await response.json()) as { data: { id: string; waba_id: string; access_token: string } };
  const { id: phone_number_id, waba_id, access_token } = data;
  await connectMsgapp(workspaceId, { phone_number_id, waba_id, access_token, base_url: url, api_version: 'v25.0' });
  return phone_number_id;
};
