import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Channel } from '../../../functions/model/channels/channel.ts';
import type { Conversation } from '../../../functions/model/conversations/conversation.ts';
import type { Message } from '../../../functions/model/messages/message.ts';
import type { ExampleId } from '../../../functions/model/playground/playground.ts';
import { call } from '../../api/call.ts';
import { problemOf } from '../../api/problem.ts';
import { polling } from '../../api/queries.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import type { Customer } from './customer.ts';
import type { PlaygroundKey } from './use-playground-key.ts';

/** A key may send 120 requests a minute; this takes a quarter of them. */
const pollMs = 2_000;

export const conversationQuery = 'playgroundConversation';

/** The query key holds the id of the API key, never its secret. */
export const useConversation = (channel: Channel, customer: Customer | undefined, { held }: PlaygroundKey) => {
  const { id: workspaceId } = useWorkspace();
  const found = useRef(new Map<string, string>());
  const place = `${channel} ${customer?.id} ${channel === 'msgapp' ? '' : customer?.name}`;
  return useQuery({
    queryKey: [conversationQuery, workspaceId, held?.id, place],
    queryFn: async ({ signal }) => {
      if (!held || !customer) return null;
      const wanted = { channel, customer, conversationId: found.current.get(place), signal };
      const read = await readConversation({ workspaceId, secret: held.secret }, wanted);
      if (read) found.current.set(place, read.conversationId);
      return read;
    },
    enabled: held !== undefined && customer !== undefined,
    gcTime: 0,
    ...polling(pollMs),
  });
};

interface ReadConversation {
  conversationId: string;
  /** Newest first. */
  messages: Message[];
}

interface Reader {
  workspaceId: string;
  secret: string;
}

interface Wanted {
  channel: Channel;
  customer: Customer;
  /** Known from an earlier read, which saves two of the requests that the key may send. */
  conversationId: string | undefined;
  signal: AbortSignal;
}

const messagesMax = '50';

/** Runs the examples as a server would: contact, conversation, messages. Null if there is no conversation yet. */
const readConversation = async (reader: Reader, wanted: Wanted): Promise<ReadConversation | null> => {
  const { signal } = wanted;
  const conversationId = wanted.conversationId ?? (await findConversation(reader, wanted));
  if (conversationId === undefined) return null;
  const input = { id: conversationId, query: { limit: messagesMax } };
  const messages = await run<Message>(reader, 'listMessages', input, signal);
  return { conversationId, messages };
};

const findConversation = async (reader: Reader, { channel, customer, signal }: Wanted): Promise<string | undefined> => {
  if (channel === 'msgapp') {
    const [contact] = await run<{ id: string }>(reader, 'findContact', { query: { phone: customer.id } }, signal);
    if (!contact) return undefined;
    const query = { contact_id: contact.id, channel };
    return (await run<Conversation>(reader, 'listConversations', { query }, signal))[0]?.id;
  }
  // The API has no filter for a channel's own id, so a contact without a phone number is found by its name.
  if (customer.name === null) return undefined;
  const conversations = await run<Conversation>(reader, 'listConversations', { query: { channel } }, signal);
  return conversations.find(({ contact }) => contact.name === customer.name)?.id;
};

interface ExampleInput {
  id?: string;
  query: Record<string, string>;
}

const run = async <Item>(
  { workspaceId, secret }: Reader,
  example: ExampleId,
  input: ExampleInput,
  signal: AbortSignal,
): Promise<Item[]> => {
  const params = { workspace_id: workspaceId, example };
  const { data } = await call('runExample', params, { api_key: secret, ...input }, { signal });
  const body: unknown = JSON.parse(data.body);
  if (data.status >= 400) throw problemOf(data.status, body, data.request_id ?? undefined);
  return (body as { data: Item[] }).data;
};
