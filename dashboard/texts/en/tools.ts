import type { Tool } from '../../../functions/model/webhooks/integration.ts';

/** Apart from the texts of Integrations, which other pages would load with them. */
export const toolNames: Record<Tool, string> = { tool_a: 'Tool A', tool_b: 'Tool B' };
