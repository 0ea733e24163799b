import { call } from '../call.ts';
import { toProblem } from '../problem.ts';
import { queryClient } from '../query-client.ts';
import { onConnect, onHints, setCoverage } from './live.ts';
import { isCovered, readAllHinted, readHinted } from './reads.ts';
import { connectMsMax } from './socket.ts';
import { watchHints } from './watch.ts';

setCoverage(isCovered);
onHints(readHinted);
onConnect((isFirst) => {
  if (!isFirst) readAllHinted();
});

let current: { name: string; stop: () => void } | undefined;
let users = 0;
/** From page to page the frame may be another one, but the connection stays. */
const leaveMs = 1_000;

export const startLive = (userId: string, workspaceId: string | undefined): (() => void) | undefined => {
  if (!workspaceId) return undefined;
  users += 1;
  const name = `hints ${userId} ${workspaceId}`;
  if (current?.name !== name) {
    current?.stop();
    current = { name, stop: watchHints(name, () => askForSocket(workspaceId)) };
  }
  return () => {
    users -= 1;
    setTimeout(() => {
      if (users > 0) return;
      current?.stop();
      current = undefined;
    }, leaveMs);
  };
};

let hasNone = false;

const askForSocket = async (workspaceId: string) => {
  if (hasNone) return null;
  const options = { signal: AbortSignal.timeout(connectMsMax) };
  const { data } = await call('openSocket', { workspace_id: workspaceId }, undefined, options).catch(
    (error: unknown) => {
      // The person has lost access to the workspace, so the page must not show it any more.
      if ([403, 404].includes(toProblem(error).status))
        void queryClient.invalidateQueries({ queryKey: ['getSession'] });
      throw error;
    },
  );
  hasNone = data === null;
  return data;
};
