import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Connection, Tool } from '../../../functions/model/webhooks/integration.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { readQuery } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { integrationTexts } from '../../texts/en/integrations.ts';

export type ConnectionRef = Pick<Connection, 'id' | 'url'>;

/** Tests a connection and turns it on. If somebody else deleted it, the page says so and reads the list again. */
export const useConnectionActions = (onTest: (connectionId: string, eventId: string) => void) => {
  const workspace_id = useWorkspace().id;
  const queries = useQueryClient();
  const test = useOperation('testIntegration');
  const turnOn = useOperation('updateIntegration', ['listIntegrations'], {
    done: integrationTexts.turnOn.done,
  });
  const [gone, setGone] = useState<{ tool: Tool; url: string }>();

  const noteProblem = (tool: Tool, { url }: ConnectionRef, problem: ApiProblem): boolean => {
    if (problem.status !== 404) return false;
    setGone({ tool, url });
    void queries.invalidateQueries({ queryKey: ['listIntegrations'] });
    return true;
  };
  const sendTest = (tool: Tool, connection: ConnectionRef) => {
    const params = { workspace_id, tool, id: connection.id };
    test.mutate(
      { params },
      {
        onSuccess: (sent) => {
          const { event_id } = sent.data;
          queries.setQueryData(readQuery('getIntegrationTest', { ...params, event_id }).queryKey, sent);
          onTest(connection.id, event_id);
        },
        onError: (problem) => noteProblem(tool, connection, problem),
      },
    );
  };
  const sendTurnOn = (tool: Tool, connection: ConnectionRef) =>
    turnOn.mutate(
      { params: { tool, id: connection.id }, input: { is_active: true } },
      { onError: (problem) => noteProblem(tool, connection, problem) },
    );
  /** The status of the last action on this connection. */
  const statusOf = (connectionId: string) => {
    const [isTest, isTurnOn] = [test, turnOn].map(({ variables }) => variables?.params.id === connectionId);
    return {
      isTesting: isTest === true && test.isPending,
      isTurningOn: isTurnOn === true && turnOn.isPending,
      error: (isTest ? test.error : null) ?? (isTurnOn ? turnOn.error : null),
    };
  };
  return { sendTest, sendTurnOn, statusOf, noteProblem, gone, dismissGone: () => setGone(undefined) };
};
