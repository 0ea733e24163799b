import { makeSegment, seedContacts, taggedFilter } from '../endpoints/large-workspace.ts';
import type { Workspace } from '../endpoints/workspace.ts';

/** A workspace with people to write to. */
export interface Sender extends Workspace {
  segmentId: string;
  contactIds: string[];
}

export const makeSender = async (workspace: Workspace, contacts: number): Promise<Sender> => {
  const contactIds = await seedContacts(workspace.id, contacts);
  const wish = { name: 'Everybody', kind: 'dynamic', filter: taggedFilter };
  return { ...workspace, contactIds, segmentId: await makeSegment(workspace.client, wish) };
};

/** Connects the number once more, with a pace of its own or with the one that every number has. */
export const setPace = async (
  { id, numberId }: Workspace,
  simulatorUrl: string,
  messagesPerSecond: number | undefined,
): Promise<void> => {
  const { connectMsgapp } = await import('../../../functions/domain/channels/connect.ts');
  const answer = await fetch(`${simulatorUrl}/accounts`);
  const { data } = (await answer.json()) as { data: Account[] };
  const account = data.find((each) => each.id === numberId);
  if (!account) throw new Error(`The simulator does not know the number ${numberId}.`);
  const { waba_id, access_token } = account;
  await connectMsgapp(id, {
    phone_number_id: numberId,
    waba_id,
    access_token,
    base_url: simulatorUrl,
    api_version: 'v25.0',
    ...(messagesPerSecond === undefined ? {} : { messages_per_second: messagesPerSecond }),
  });
};

interface Account {
  id: string;
  waba_id: string;
  access_token: string;
}
