import type { ExportedItem } from '../../../functions/model/erasures/erasure.ts';
import { readPages, useRun } from '../../api/use-run.ts';
import { download, fileNameOf } from '../../context/download.ts';
import { toast } from '../../context/toast.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { contactTexts } from '../../texts/en/contacts.ts';

/** All that is stored about a person, as one JSON file. */
export const usePersonExport = (id: string) => {
  const { id: workspace_id } = useWorkspace();
  const run = useRun();
  const start = () =>
    run.start(async (signal) => {
      const items: ExportedItem[] = [];
      for await (const page of readPages('exportContact', { workspace_id, id }, {}, signal)) items.push(...page);
      download(fileNameOf('contact', id, 'json'), JSON.stringify(items, null, 2), 'application/json');
      toast(contactTexts.one.exported);
    });
  return { start, isRunning: run.count !== undefined, error: run.error };
};
