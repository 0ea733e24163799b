import { AppSyncEventResource, type EventApi } from 'aws-cdk-lib/aws-appsync';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Grant } from '../../functions/model/grant.ts';
import { channelNamespace } from '../../functions/model/hints/hint.ts';

/** Without a dashboard there is no event API, and no function has the grant. */
export const hintsStatements = (grants: readonly Grant[], eventApi: EventApi | undefined): PolicyStatement[] =>
  publishesHints(grants)
    ? [
        new PolicyStatement({
          actions: ['appsync:EventPublish'],
          resources: AppSyncEventResource.ofChannelNamespace(channelNamespace).resourceArns(getEventApi(eventApi)),
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

const publishesHints = (grants: readonly Grant[]): boolean => grants.includes('hints:publish');

const getEventApi = (eventApi: EventApi | undefined): EventApi => {
  if (eventApi) return eventApi;
  throw new Error('A function publishes hints, but there is no event API without a dashboard.');
};
