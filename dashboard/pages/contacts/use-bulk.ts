import { useLocation } from 'wouter';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import { call, type Input } from '../../api/call.ts';
import { awaitTask, inParts } from '../../api/tasks.ts';
import { readPages, useRun } from '../../api/use-run.ts';
import { chosenInTab, putChosenPeople } from '../../context/chosen-people.ts';
import { download, fileNameOf } from '../../context/download.ts';
import { newBroadcastPath } from '../../context/paths.ts';
import { useSession } from '../../context/session.ts';
import { toast } from '../../context/toast.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { contactTexts } from '../../texts/en/contacts.ts';
import { readPeople } from './bulk-work.ts';
import { toContactsCsv } from './contact-values.ts';

const texts = contactTexts.bulk;

type Started = { kind: 'add' | 'remove'; tag: string } | { kind: 'segment'; segment: { id: string; name: string } };
type Work = Started | { kind: 'export' } | { kind: 'broadcast' };
type From = readonly Contact[] | Input<'listContacts'>;

interface Run {
  workspaceId: string;
  signal: AbortSignal;
  onCount: (count: number) => void;
}

const pageContacts = '100';

/** An export and a choice of people go page by page through the contacts and end when the page is left. */
export const useBulk = (onDone: () => void) => {
  const workspace = useWorkspace();
  const { user } = useSession();
  const [, navigate] = useLocation();
  const bulk = useRun();

  const choosePeople = async (from: From, current: Run): Promise<undefined> => {
    putChosenPeople(user.id, workspace.id, await readPeople(pagesOf(from, current), current.onCount));
    navigate(newBroadcastPath(workspace.id, { contacts: chosenInTab }));
  };
  const run = async (from: From, work: Work, current: Run): Promise<string | undefined> => {
    if (work.kind === 'broadcast') return choosePeople(from, current);
    if (work.kind !== 'export') return startWork(from, work, current);
    await call('startContactsExport', { workspace_id: workspace.id }, undefined, { signal: current.signal });
    const contacts: Contact[] = [];
    for await (const page of pagesOf(from, current)) current.onCount(contacts.push(...page));
    download(fileNameOf('contacts', workspace.name, 'csv'), toContactsCsv(contacts), 'text/csv;charset=utf-8');
    return texts.exported(contacts.length);
  };
  const start = (from: From, work: Work) => {
    const onStopped = () => toast(work.kind === 'export' ? texts.stoppedExport : texts.stoppedChoice);
    bulk.start(async (signal, onCount) => {
      const words = await run(from, work, { workspaceId: workspace.id, signal, onCount });
      if (words) toast(words);
      onDone();
    }, onStopped);
  };
  return { ...bulk, start };
};

/** The service does these, also when the page is left. */
const startWork = async (from: From, work: Started, { workspaceId }: Run): Promise<undefined> => {
  const params = { workspace_id: workspaceId };
  const all = isChosen(from) ? inParts(from.map(({ id }) => id)).map((ids) => ({ ids })) : [{ filter: from }];
  for (const contacts of all)
    await awaitTask(
      work.kind === 'segment'
        ? call('startAddToSegment', params, { contacts, segment_id: work.segment.id })
        : call('startTagging', params, { contacts, change: work.kind, tag: work.tag }),
    );
};

async function* pagesOf(from: From, { workspaceId, signal }: Run): AsyncGenerator<readonly Contact[]> {
  if (isChosen(from)) {
    yield from;
    return;
  }
  yield* readPages('listContacts', { workspace_id: workspaceId }, { ...from, limit: pageContacts }, signal);
}

const isChosen = (from: From): from is readonly Contact[] => Array.isArray(from);
