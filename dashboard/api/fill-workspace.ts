import { use } from 'react';
import type { OperationId } from '../../functions/dashboard/operations.ts';
import { WorkspaceContext } from '../context/session.ts';
import { type GivenParams, isInWorkspace, type Params } from './routes.ts';

/** Operations below /w/{workspace_id} get the current workspace unless their parameters name one. */
export const useFillWorkspace = () => {
  const workspace = use(WorkspaceContext);
  return <Id extends OperationId>(id: Id, params: GivenParams<Id>): Params<Id> =>
    (workspace && isInWorkspace(id) ? { workspace_id: workspace.id, ...params } : params) as Params<Id>;
};
