import type { Workspace } from '../../../functions/model/workspace.ts';
import { showFields } from '../layout.ts';

export const showWorkspace = (workspace: Workspace): string =>
  showFields({ ...workspace, messages_per_month: workspace.messages_per_month ?? 'no limit' });
