import { getMedia } from '../../domain/media/get-media.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.getMedia, async ({ caller, params }) => {
  const data = await getMedia(caller.workspaceId, params.id);
  return { data, location: data.url };
});
