import type { Workspace } from '../../../functions/model/workspace.ts';
import { formatFields } from '../layout.ts';

export const showWorkspace = (workspace: Workspace): string =>
  formatFields({ ...workspace, messages_per_month: workspace.messages_per_month ?? 'no limit' });
