import { listSegments } from '../../domain/segments/segments.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.listSegments, ({ caller, page }) => listSegments(caller.workspaceId, page));
