import * as z from 'zod/mini';

export const messageCheckJob = z.object({ workspaceId: z.uuid(), conversationId: z.uuid(), messageId: z.uuid() });

export type MessageCheckJob = z.output<typeof messageCheckJob>;
