import type { Command } from 'commander';
import * as z from 'zod';
import { eventNames } from '../../../functions/model/webhooks/webhook.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { listen } from '../../../sdk/src/cli/listen.ts';
import { UsageError } from '../../../sdk/src/cli/terminal.ts';
import { FeedsResource } from '../../../sdk/src/resources/feeds.ts';
import type { Call, Send } from '../../../sdk/src/transport.ts';
import { usageError } from '../admin-error.ts';
import { programName } from '../command-text.ts';
import type { Io, Run } from '../run.ts';
import { id } from '../values.ts';
import { option, verb, workspace } from '../verb.ts';

const text = z.string().trim().optional();

/** The same command as that of the client, on the table instead of the API, so an operator needs no key. */
export const addListenCommand = (program: Command, run: Run): void =>
  verb('listen', "Print a workspace's events as they happen, and forward them to a receiver, until Ctrl-C.", {
    input: {
      workspace,
      forwardTo: option('<url>', 'A receiver, such as http://localhost:3000/hooks. It gets signed deliveries.', text),
      events: option('<list>', `Only these, comma-separated (default: ${eventNames.join(', ')}).`, text),
      secret: option('<secret>', 'Sign with this secret of an earlier run instead of a new one.', text),
      keep: option('', 'Keep the feed at the end, and print how to go on.', z.boolean().optional()),
      feed: option('<feed-id>', 'Go on with a feed that was kept.', id.optional()),
      after: option('<cursor>', 'Where in that feed to go on (default: its beginning).', text),
    },
    example: '--forward-to http://localhost:3000/hooks',
    act: async ({ workspace, ...options }, io) => {
      const client = { feeds: new FeedsResource(await sendToTable(workspace)) };
      const command = `${programName} listen --workspace ${workspace}`;
      await listen(client, { ...options, command }, openTerminal(io, program.opts()['json'] === true)).catch(
        (error: unknown) => {
          throw error instanceof UsageError ? usageError(error.message) : error;
        },
      );
      return { workspace };
    },
    show: ({ workspace }) => `The audit log of workspace ${workspace} has an entry about this.`,
  })(program, run);

const openTerminal = ({ stdout, stderr, signal }: Io, isJson: boolean) => {
  const ending = new AbortController();
  process.once('SIGINT', () => ending.abort()).once('SIGTERM', () => ending.abort());
  return {
    env: process.env,
    print: (line: string) => void (isJson ? stderr : stdout).write(`${line}\n`),
    printError: (line: string) => void stderr.write(`${line}\n`),
    signal: AbortSignal.any([ending.signal, signal ?? ending.signal]),
  };
};

/** Ctrl-C ends a wait only when it is over. */
const waitSeconds = 1;

/** Answers the client's calls of feeds as the API does. */
const sendToTable = async (workspaceId: string): Promise<Send> => {
  const feeds = await import('../../../functions/domain/feeds/feeds.ts');
  const { readFeed } = await import('../../../functions/domain/feeds/read.ts');
  const { getStoredWorkspace } = await import('../../../functions/domain/workspaces/workspaces.ts');
  const { cursor_secret: cursorSecret } = await getStoredWorkspace(workspaceId);
  const answer = async ({ method, path, query, body }: Call): Promise<unknown> => {
    const [, , feedId = '', part] = path.split('/');
    if (method === 'POST') return { data: await feeds.createFeed(workspaceId, newId(), body as never) };
    if (method === 'DELETE') return { data: await feeds.deleteFeed(workspaceId, feedId) };
    if (part === undefined) return { data: await feeds.getFeed(workspaceId, feedId) };
    const { after, limit } = z.object({ after: text, limit: z.number() }).parse(query);
    const request = { after, limit, waitSeconds, endsByMs: Number.POSITIVE_INFINITY };
    return readFeed({ workspaceId, cursorSecret }, feedId, request);
  };
  return (call) => answer(call) as Promise<never>;
};
