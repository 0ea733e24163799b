import { getMedia as get } from '../../domain/media/get-media.ts';
import type { Act } from '../act.ts';
import type * as contract from './contract.ts';

export const getMedia = {
  run: async ({ caller, params }) => {
    const data = await get(caller.workspaceId, params.id);
    return { data, location: data.url };
  },
} satisfies Act<typeof contract.getMedia>;
