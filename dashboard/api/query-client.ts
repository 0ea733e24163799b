import { QueryClient } from '@tanstack/react-query';
import { toProblem } from './problem.ts';

const retriesMax = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => !toProblem(error).wasRefused && failures < retriesMax,
    },
    // A result may hold a secret, which goes with the dialog that shows it.
    mutations: { gcTime: 0 },
  },
});
