import { runExample } from '../../domain/playground/run-example.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.runExample, async ({ id, params, body }) => ({
  data: await runExample(params.example, body, id),
}));
