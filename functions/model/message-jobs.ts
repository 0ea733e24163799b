import * as z from 'zod/mini';

/** Checks what became of a message that was stored as `sending`. */
export const messageCheckJob = z.object({ workspaceId: z.uuid(), conversationId: z.uuid(), messageId: z.uuid() });

export type MessageCheckJob = z.output<typeof messageCheckJob>;
