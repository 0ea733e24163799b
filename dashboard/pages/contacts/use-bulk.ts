import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import { membersPerCallMax } from '../../../functions/model/segments/segment.ts';
import { call, type Input } from '../../api/call.ts';
import { readPages, useRun } from '../../api/use-run.ts';
import { chosenInTab, putChosenPeople } from '../../context/chosen-people.ts';
import { download, fileNameOf } from '../../context/download.ts';
import { newBroadcastPath } from '../../context/paths.ts';
import { useSession } from '../../context/session.ts';
import { toast } from '../../context/toast.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { contactTexts } from '../../texts/en/contacts.ts';
import { segmentTexts } from '../../texts/en/segments.ts';
import { changeEach, readPeople } from './bulk-work.ts';
import { toContactsCsv } from './contact-values.ts';

const texts = contactTexts.bulk;

type Work =
  | { kind: 'add' | 'remove'; tag: string }
  | { kind: 'segment'; segment: { id: string; name: string } }
  | { kind: 'export' }
  | { kind: 'broadcast' };
type From = readonly Contact[] | Input<'listContacts'>;

interface Run {
  workspaceId: string;
  signal: AbortSignal;
  onCount: (count: number) => void;
}

const pageContacts = '100';

/** Goes page by page through the contacts and ends when the page is left. */
export const useBulk = (onDone: () => void) => {
  const workspace = useWorkspace();
  const { user } = useSession();
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const bulk = useRun();

  const choosePeople = async (from: From, current: Run): Promise<undefined> => {
    putChosenPeople(user.id, workspace.id, await readPeople(pagesOf(from, current), current.onCount));
    navigate(newBroadcastPath(workspace.id, { contacts: chosenInTab }));
  };
  const run = async (from: From, work: Work, current: Run): Promise<string | undefined> => {
    if (work.kind === 'segment') return addToSegment(from, work.segment, current);
    if (work.kind === 'broadcast') return choosePeople(from, current);
    if (work.kind !== 'export') return tagContacts(from, work, current);
    await call('startContactsExport', { workspace_id: workspace.id }, undefined, { signal: current.signal });
    const contacts: Contact[] = [];
    for await (const page of pagesOf(from, current)) current.onCount(contacts.push(...page));
    download(fileNameOf('contacts', workspace.name, 'csv'), toContactsCsv(contacts), 'text/csv;charset=utf-8');
    return texts.exported(contacts.length);
  };
  const start = (from: From, work: Work) => {
    const onStopped = (done: number) => toast(texts.stopped(work.kind, done, isChosen(from) ? from.length : undefined));
    bulk.start(async (signal, onCount) => {
      try {
        const words = await run(from, work, { workspaceId: workspace.id, signal, onCount });
        if (words) toast(words);
        onDone();
      } finally {
        if (work.kind !== 'export' && work.kind !== 'broadcast')
          for (const read of ['listContacts', 'listTags', 'getContact', 'getSegment', 'listSegmentContacts'])
            void queries.invalidateQueries({ queryKey: [read] });
      }
    }, onStopped);
  };
  return { ...bulk, start };
};

const tagContacts = async (from: From, { kind, tag }: Work & { tag: string }, current: Run): Promise<string> => {
  const operation = kind === 'add' ? 'addContactTags' : 'removeContactTags';
  const change = ({ id }: Contact) => call(operation, { workspace_id: current.workspaceId, id }, { tags: [tag] });
  const { changed, refused } = await changeEach(pagesOf(from, current), change, current);
  const words = kind === 'add' ? texts.added(tag, changed) : texts.removed(tag, changed);
  return refused === 0 ? words : `${words}. ${texts.refused(refused)}`;
};

const addToSegment = async (from: From, { id, name }: { id: string; name: string }, current: Run): Promise<string> => {
  const total = { changed: 0, unchanged: 0, unknown: 0, invalid: [], invalid_count: 0 };
  for await (const page of pagesOf(from, current))
    for (let index = 0; index < page.length; index += membersPerCallMax) {
      current.signal.throwIfAborted();
      const contact_ids = page.slice(index, index + membersPerCallMax).map((contact) => contact.id);
      const params = { workspace_id: current.workspaceId, id };
      const { data } = await call('addSegmentContacts', params, { contact_ids });
      total.changed += data.changed;
      total.unchanged += data.unchanged;
      total.unknown += data.unknown;
      current.onCount(total.changed + total.unchanged);
    }
  return `${name}: ${segmentTexts.add.result(total)}`;
};

async function* pagesOf(from: From, { workspaceId, signal }: Run): AsyncGenerator<readonly Contact[]> {
  if (isChosen(from)) {
    yield from;
    return;
  }
  yield* readPages('listContacts', { workspace_id: workspaceId }, { ...from, limit: pageContacts }, signal);
}

const isChosen = (from: From): from is readonly Contact[] => Array.isArray(from);
