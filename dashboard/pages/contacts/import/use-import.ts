import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type ApiProblem, toProblem } from '../../../api/problem.ts';
import { useSession } from '../../../context/session.ts';
import { useWorkspace } from '../../../context/workspace.tsx';
import type { ContactFile, RejectedRow } from './contact-file.ts';
import { type ImportProgress, openKeptImport } from './kept-import.ts';
import { newProgress, type Run, runImport } from './run-import.ts';

const isWholeImport = ({ mode, state }: ImportProgress): boolean => mode === 'import' && state === 'done';

/**
 * The import of this person in this browser: read when the page opens, so a reload goes on where it was. `undefined`
 * until then.
 */
export const useImport = () => {
  const { user } = useSession();
  const { id: workspaceId } = useWorkspace();
  const queries = useQueryClient();
  const [isKept, setIsKept] = useState(true);
  const owner = `${user.id} ${workspaceId}`;
  const kept = useMemo(() => openKeptImport(owner, () => setIsKept(false)), [owner]);
  const abort = useRef<AbortController>(undefined);
  const [isLoaded, setIsLoaded] = useState(false);
  const [file, setFile] = useState<ContactFile>();
  const [progress, setProgress] = useState<ImportProgress>();
  const [rejected, setRejected] = useState<readonly RejectedRow[]>([]);
  const [error, setError] = useState<ApiProblem>();

  const run = async (of: ContactFile, from: ImportProgress) => {
    const controller = new AbortController();
    abort.current = controller;
    setError(undefined);
    setProgress({ ...from, state: 'running' });
    const onProgress: Run['onProgress'] = (next, more) => {
      setProgress(next);
      if (more.length > 0) setRejected((before) => [...before, ...more]);
    };
    try {
      await runImport(of, { ...from, state: 'running' }, { kept, workspaceId, signal: controller.signal, onProgress });
    } catch (cause) {
      if (!controller.signal.aborted) setError(toProblem(cause));
      setProgress((last) => last && { ...last, state: 'stopped' });
    }
    for (const read of ['listContacts', 'listTags']) void queries.invalidateQueries({ queryKey: [read] });
  };

  const begin = async (of: ContactFile, mode: ImportProgress['mode']) => {
    await kept.remove();
    await kept.putFile(of);
    setRejected([]);
    void run(of, newProgress(of, mode));
  };

  /** A check stores nothing, and knows nothing of the lines before a reload: it begins again. */
  const resume = (of: ContactFile, from: ImportProgress) =>
    from.mode === 'check' ? begin(of, 'check') : run(of, from);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it resumes once, when the page opens.
  useEffect(() => {
    let isLeft = false;
    void Promise.all([kept.read(), kept.readRejected()]).then(([found, rows]) => {
      if (isLeft) return;
      setIsLoaded(true);
      // Nothing of it is left to do, so the page opens for the next file.
      if (found?.progress && isWholeImport(found.progress) && rows.length === 0) {
        void kept.remove();
        return;
      }
      setRejected(rows);
      setFile(found?.file);
      setProgress(found?.progress);
      if (found?.progress?.state === 'running') void resume(found.file, found.progress);
    });
    return () => {
      isLeft = true;
      abort.current?.abort();
    };
  }, [kept]);

  return {
    isLoaded,
    isKept,
    file,
    progress,
    rejected,
    error,
    choose: (chosen: ContactFile | undefined) => {
      setFile(chosen);
      setProgress(undefined);
      setRejected([]);
      setError(undefined);
      void kept.remove().then(() => chosen && kept.putFile(chosen));
    },
    change: (changes: Partial<ContactFile>) => {
      if (!file) return;
      const changed = { ...file, ...changes };
      setProgress(undefined);
      setRejected([]);
      setFile(changed);
      void kept.putChoices(changed);
    },
    begin: (mode: ImportProgress['mode']) => file && void begin(file, mode),
    stop: () => {
      abort.current?.abort();
      if (progress) void kept.putProgress({ ...progress, state: 'stopped' }, []);
    },
    resume: () => file && progress && void resume(file, progress),
  };
};
