import { useRef, useState } from 'react';
import type { Channel } from '../../../../functions/model/channels/channel.ts';
import { call } from '../../../api/call.ts';
import { toProblem } from '../../../api/problem.ts';
import { useWorkspace } from '../../../context/workspace.tsx';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { fileSize } from '../words/message-words.ts';
import { sizeMax } from './files.ts';
import type { DraftState } from './use-draft-state.ts';

const texts = inboxTexts.composer;

interface Attached {
  key: string;
  file: File;
  percent: number;
  problem?: string;
  canRetry?: boolean;
}

/** Uploads start when files are attached. Finished ones are part of the draft. */
export const useFiles = ({ draft, change }: DraftState, channel: Channel) => {
  const { id: workspaceId } = useWorkspace();
  const added = useRef(draft.uploads ?? []);
  added.current = draft.uploads ?? [];
  const [attached, setAttached] = useState<readonly Attached[]>([]);
  const update = (key: string, changes: Partial<Attached>) =>
    setAttached((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const remove = (key: string) => setAttached((all) => all.filter((one) => one.key !== key));
  const ready = draft.uploads ?? [];
  const upload = async ({ key, file }: Attached) => {
    setAttached((all) => all.map((one) => (one.key === key ? { key, file, percent: 0 } : one)));
    try {
      const input = { filename: file.name, content_type: file.type, size_bytes: file.size };
      const options = { idempotencyKey: crypto.randomUUID() };
      const { data } = await call('createUpload', { workspace_id: workspaceId }, input, options);
      const { postFile } = await import('./post-file.ts');
      await postFile(data.url, data.fields, file, (percent) => update(key, { percent }));
      remove(key);
      added.current = [...added.current, { id: data.id, filename: file.name, size: file.size, type: file.type }];
      change({ uploads: added.current });
    } catch (error) {
      update(key, { problem: `${texts.uploadFailed} ${toProblem(error).plainMessage}`, canRetry: true });
    }
  };
  return {
    attached,
    ready,
    isUploading: attached.some(({ problem }) => problem === undefined),
    add: (files: readonly File[]) => {
      const all = files.map((file) => ({ key: crypto.randomUUID(), file, percent: 0, ...refusal(file, channel) }));
      setAttached((before) => [...before, ...all]);
      for (const one of all) if (!('problem' in one)) void upload(one);
    },
    retry: upload,
    remove,
    removeReady: (id: string) => change({ uploads: (draft.uploads ?? []).filter((one) => one.id !== id) }),
    clear: () => setAttached([]),
  };
};

const refusal = ({ type, size }: File, channel: Channel): { problem: string } | object => {
  const max = sizeMax(type, channel);
  if (max === undefined) return { problem: texts.wrongType(inboxTexts.channels[channel]) };
  return size > max ? { problem: texts.tooLarge(fileSize(max)) } : {};
};
