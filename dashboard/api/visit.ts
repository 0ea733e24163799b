import { useEffect } from 'react';
import type { WebVisit } from '../../functions/model/web-chat/visit.ts';
import { onHints } from './live/live.ts';
import { useLive } from './queries.ts';

/** Where the visitor is. While there is no visit, it is read again only when a hint says that somebody came. */
export const useVisit = (conversationId: string): WebVisit | undefined => {
  const params = { id: conversationId };
  const options = { everyMs: 60_000, isAside: true, isFinal: ({ data }: { data: unknown }) => data === null };
  const { data, refetch } = useLive('getVisit', params, options);
  useEffect(
    () =>
      onHints((hints) => {
        const isNews = hints.some(
          (hint) => hint.kind === 'visitor' && hint.id === conversationId && hint.state !== 'writing',
        );
        if (isNews) void refetch({ cancelRefetch: false });
      }),
    [conversationId, refetch],
  );
  return data?.data ?? undefined;
};
