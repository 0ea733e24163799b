import FileIcon from 'lucide-react/icons/file';
import X from 'lucide-react/icons/x';
import { useRef, useState } from 'react';
import type { Channel } from '../../../../functions/model/channels/channel.ts';
import { call } from '../../../api/call.ts';
import { toProblem } from '../../../api/problem.ts';
import { Button, IconButton } from '../../../components/controls/button.tsx';
import { useWorkspace } from '../../../context/workspace.tsx';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { fileSize } from '../words/message-words.ts';
import styles from './composer.module.css';
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
      await post(data.url, data.fields, file, (percent) => update(key, { percent }));
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

/** fetch() does not report progress. */
const post = (url: string, fields: Record<string, string>, file: File, onProgress: (percent: number) => void) =>
  new Promise<void>((resolve, reject) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', file);
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((100 * loaded) / total));
    request.onload = () => (request.status < 300 ? resolve() : reject(new Error(`The bucket said ${request.status}.`)));
    request.onerror = () => reject(new Error('The bucket cannot be reached.'));
    request.open('POST', url);
    request.send(form);
  });

export const FileChips = ({ files }: { files: ReturnType<typeof useFiles> }) =>
  files.attached.length + files.ready.length > 0 && (
    <ul className={styles.files}>
      {files.ready.map(({ id, filename, size }) => (
        <Chip key={id} filename={filename} detail={fileSize(size)} onRemove={() => files.removeReady(id)} />
      ))}
      {files.attached.map((one) => (
        <Chip
          key={one.key}
          filename={one.file.name}
          detail={one.problem ?? texts.uploading(one.percent)}
          isBad={one.problem !== undefined}
          onRetry={one.canRetry ? () => void files.retry(one) : undefined}
          onRemove={() => files.remove(one.key)}
        />
      ))}
    </ul>
  );

interface ChipProps {
  filename: string;
  detail: string;
  isBad?: boolean;
  onRetry?: (() => void) | undefined;
  onRemove: () => void;
}

const Chip = ({ filename, detail, isBad = false, onRetry, onRemove }: ChipProps) => (
  <li className={styles.chip} data-bad={isBad || undefined}>
    <FileIcon aria-hidden="true" size={14} />
    <bdi className="clipped">{filename}</bdi>
    <span>{detail}</span>
    {onRetry && (
      <Button variant="ghost" size="small" onPress={onRetry}>
        {texts.tryAgain}
      </Button>
    )}
    <IconButton icon={X} label={texts.removeFile(filename)} onPress={onRemove} />
  </li>
);
