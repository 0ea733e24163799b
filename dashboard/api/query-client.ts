import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { toProblem } from './problem.ts';

const retriesMax = 2;

/** The role changed since the session was read, so the page must offer less. */
const onError = (error: unknown): void => {
  if (toProblem(error).code === 'forbidden') void queryClient.invalidateQueries({ queryKey: ['getSession'] });
};

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: { staleTime: 10_000, retry: (failures, error) => !toProblem(error).wasRefused && failures < retriesMax },
    // A result may hold a secret, which goes with the dialog that shows it. Offline, a change fails at once: sent later,
    // it would surprise.
    mutations: { gcTime: 0, networkMode: 'always' },
  },
});
