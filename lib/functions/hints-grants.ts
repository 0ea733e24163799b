import { AppSyncEventResource, type EventApi } from 'aws-cdk-lib/aws-appsync';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Grant } from '../../functions/model/grant.ts';
import { channelNamespace, visitorNamespace } from '../../functions/model/hints/hint.ts';

const namespaces = { 'hints:publish': channelNamespace, 'hints:publishToVisitors': visitorNamespace } as const;

const listNamespaces = (grants: readonly Grant[]): string[] =>
  Object.entries(namespaces).flatMap(([grant, namespace]) =>
    grants.some((given) => given === grant) ? [namespace] : [],
  );

/** Without a dashboard there is no event API, and no function has the grant. */
export const hintsStatements = (grants: readonly Grant[], eventApi: EventApi | undefined): PolicyStatement[] =>
  publishesHints(grants)
    ? [
        new PolicyStatement({
          actions: ['appsync:EventPublish'],
          resources: listNamespaces(grants).flatMap((namespace) =>
            AppSyncEventResource.ofChannelNamespace(namespace).resourceArns(getEventApi(eventApi)),
          ),
        }),
      ]
    : [];

export const hintsEnvironment = (grants: readonly Grant[], eventApi: EventApi | undefined): Record<string, string> =>
  publishesHints(grants) ? { HINTS_HOST: getEventApi(eventApi).httpDns } : {};

/** For the function that tells pages where to listen. A ticket names the first host, the socket's address the second. */
export const socketEnvironment = ({ httpDns, realtimeDns }: EventApi): Record<string, string> => ({
  HINTS_HOST: httpDns,
  HINTS_SOCKET_HOST: realtimeDns,
});

const publishesHints = (grants: readonly Grant[]): boolean => listNamespaces(grants).length > 0;

const getEventApi = (eventApi: EventApi | undefined): EventApi => {
  if (eventApi) return eventApi;
  throw new Error('A function publishes hints, but there is no event API without a dashboard.');
};
