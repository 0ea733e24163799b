import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Channel } from '../../../../functions/model/channels/channel.ts';
import { polling } from '../../../api/queries.ts';
import { useWorkspace } from '../../../context/workspace.tsx';
import type { Customer } from '../customer.ts';
import type { PlaygroundKey } from '../use-playground-key.ts';
import { readConversation } from './read-conversation.ts';

/** A key may send 120 requests a minute; this takes a quarter of them. */
const pollMs = 2_000;

export const conversationQuery = 'playgroundConversation';

/** The cache knows the key by its id. */
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
