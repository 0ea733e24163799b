import type { Role } from '../../functions/model/members/member.ts';

/** The chooser, with the invitations. */
export const workspacesPath = '/workspaces';

export const apiKeysPath = (workspaceId: string): string => `/w/${workspaceId}/settings/api-keys`;

/** The requests of one key. */
export const keyRequestsPath = (workspaceId: string, keyId: string): string =>
  `/w/${workspaceId}/requests?${new URLSearchParams({ key: keyId })}`;

export const webhooksPath = (workspaceId: string): string => `/w/${workspaceId}/webhooks`;

/** The page of a webhook, with one delivery of its log opened. */
export const webhookPath = (workspaceId: string, webhookId: string, eventId?: string): string =>
  `${webhooksPath(workspaceId)}/${webhookId}${eventId ? `?delivery=${eventId}` : ''}`;

export const integrationsPath = (workspaceId: string): string => `/w/${workspaceId}/settings/integrations`;

/** Agents open where they work, others with the overview. */
export const workspacePath = ({ id, role }: { id: string; role: Role }): string =>
  role === 'agent' ? inboxPath(id) : `/w/${id}/overview`;

/** The inbox, with a view and a conversation opened. */
export const inboxPath = (workspaceId: string, search: { view?: string; c?: string; q?: string } = {}): string => {
  const query = new URLSearchParams(search);
  return `/w/${workspaceId}/inbox${query.size > 0 ? `?${query}` : ''}`;
};

/** The broadcasts, the page of one, or "new". */
export const broadcastsPath = (workspaceId: string, broadcastId?: string): string =>
  `/w/${workspaceId}/broadcasts${broadcastId ? `/${broadcastId}` : ''}`;

/** The contacts, or the page of one. */
export const contactsPath = (workspaceId: string, contactId?: string): string =>
  `/w/${workspaceId}/contacts${contactId ? `/${contactId}` : ''}`;

/** The segments, the page of one, or another below them such as `new`. */
export const segmentsPath = (workspaceId: string, rest?: string): string =>
  `/w/${workspaceId}/segments${rest ? `/${rest}` : ''}`;

type BroadcastStart = { segment: string } | { contacts: string } | { template: string };

/** The composer of a broadcast with a part filled in: a segment, contacts by their ids, or "name.language". */
export const newBroadcastPath = (workspaceId: string, start: BroadcastStart): string =>
  `/w/${workspaceId}/broadcasts/new?${new URLSearchParams(start)}`;
