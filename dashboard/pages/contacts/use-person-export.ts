import { useEffect, useRef, useState } from 'react';
import type { ExportedItem } from '../../../functions/model/erasures/erasure.ts';
import { call } from '../../api/call.ts';
import { type ApiProblem, toProblem } from '../../api/problem.ts';
import { toast } from '../../components/feedback/toast.ts';
import { download, fileNameOf } from '../../context/download.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { contactTexts } from '../../texts/en/contacts.ts';

/** All that is stored about a person, as one JSON file. */
export const usePersonExport = (id: string) => {
  const workspace = useWorkspace();
  const abort = useRef<AbortController>(undefined);
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<ApiProblem>();
  useEffect(() => () => abort.current?.abort(), []);
  const read = async (signal: AbortSignal) => {
    const items: ExportedItem[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const params = { workspace_id: workspace.id, id };
      const { data, meta } = await call('exportContact', params, cursor ? { cursor } : {}, { signal });
      items.push(...data);
      cursor = meta.next_cursor;
    }
    download(fileNameOf('contact', id, 'json'), JSON.stringify(items, null, 2), 'application/json');
    toast(contactTexts.one.exported);
  };
  const start = () => {
    const controller = new AbortController();
    abort.current = controller;
    setError(undefined);
    setRunning(true);
    read(controller.signal)
      .catch((cause: unknown) => !controller.signal.aborted && setError(toProblem(cause)))
      .finally(() => setRunning(false));
  };
  return { start, isRunning, error };
};
