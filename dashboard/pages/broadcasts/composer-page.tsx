import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { recipientsMax, type ShownRecipient } from '../../../functions/model/broadcasts/broadcast.ts';
import { call } from '../../api/call.ts';
import { readPages } from '../../api/use-run.ts';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { chosenInTab, readChosenPeople } from '../../context/chosen-people.ts';
import { broadcastsPath } from '../../context/paths.ts';
import { useSearch } from '../../context/search.ts';
import { useSession } from '../../context/session.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { broadcastTexts } from '../../texts/en/broadcasts.ts';
import { dateTime, toLocalTime } from '../../texts/time.ts';
import { parsePreview } from '../templates/template-texts.ts';
import { BroadcastForm } from './broadcast-form.tsx';
import styles from './broadcasts.module.css';
import { type BroadcastDraft, emptyDraft, isEmptyBroadcastDraft } from './draft.ts';

const texts = broadcastTexts.composer;

const id = z.optional(z.string().check(z.minLength(1), z.maxLength(64)));
const search = {
  segment: id,
  from: id,
  contacts: z.optional(z.string().check(z.minLength(1))),
  template: z.optional(z.string().check(z.regex(/^.+\.\w+$/))),
  /** The broadcast that is copied is canceled once the copy is sent or scheduled. */
  replaces: z.optional(z.literal('true')),
};

/** Asks first if a draft was kept, so nothing that was typed is lost. */
export const ComposerPage = () => {
  const workspace = useWorkspace();
  const { user } = useSession();
  const [{ segment, contacts, template, from, replaces }] = useSearch(search);
  const replacesId = replaces && from;
  // Signing out removes keys that begin like this.
  const key = `draft:broadcast:${user.id}:${workspace.id}${replacesId ? `:${replacesId}` : ''}`;
  const [kept] = useState(() => readKept(key));
  const [start, setStart] = useState<'kept' | 'fresh' | undefined>(kept ? undefined : 'fresh');
  return (
    <>
      <PageHeader
        title={replacesId ? texts.edit : texts.title}
        parent={{ label: broadcastTexts.title, href: broadcastsPath(workspace.id) }}
        context={workspace.name}
        lead={replacesId ? texts.replaces : start && texts.kept}
      />
      {start === undefined && kept && (
        <Notice
          tone="info"
          title={texts.keptFrom(dateTime(kept.savedAtMs))}
          actions={
            <>
              <Button variant="primary" onPress={() => setStart('kept')}>
                {texts.continue}
              </Button>
              <Button onPress={() => setStart('fresh')}>{texts.startOver}</Button>
            </>
          }
        />
      )}
      {start === 'kept' && kept && <BroadcastForm storageKey={key} initial={kept.draft} replacesId={replacesId} />}
      {start === 'fresh' &&
        (from ? (
          <Copied id={from} storageKey={key} replacesId={replacesId} />
        ) : (
          <BroadcastForm
            storageKey={key}
            initial={{
              ...emptyDraft,
              template: template ? parsePreview(template) : null,
              ...prefill(
                segment,
                contacts === chosenInTab ? readChosenPeople(user.id, workspace.id) : toPeople(contacts),
              ),
            }}
          />
        ))}
    </>
  );
};

const toPeople = (ids: string | undefined): BroadcastDraft['people'] =>
  ids?.split(',').map((one) => ({ id: one, name: null })) ?? [];

const prefill = (segmentId: string | undefined, people: BroadcastDraft['people']): Partial<BroadcastDraft> => {
  if (people.length > 0) return { audience: 'people', people };
  return segmentId ? { audience: 'segment', segmentId } : {};
};

const readKept = (key: string): { draft: BroadcastDraft; savedAtMs: number } | undefined => {
  try {
    const { draft, savedAtMs } = JSON.parse(localStorage.getItem(key) ?? '{}') as {
      draft?: BroadcastDraft;
      savedAtMs: number;
    };
    return draft && !isEmptyBroadcastDraft({ ...emptyDraft, ...draft })
      ? { draft: { ...emptyDraft, ...draft }, savedAtMs }
      : undefined;
  } catch {
    return undefined;
  }
};

interface CopiedProps {
  id: string;
  storageKey: string;
  replacesId: string | undefined;
}

const Copied = ({ id: broadcastId, storageKey, replacesId }: CopiedProps) => {
  const { id: workspace_id } = useWorkspace();
  const query = useQuery({
    queryKey: ['copiedBroadcast', workspace_id, broadcastId, replacesId],
    queryFn: ({ signal }) => readCopy({ workspace_id, id: broadcastId }, replacesId !== undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!query.data)
    return (
      <Card isFlush>
        <Listing query={query} failed={texts.duplicateFailed} isEmpty={false} empty={null}>
          {null}
        </Listing>
      </Card>
    );
  return (
    <>
      {query.data.isCut && (
        <div className={styles.notice}>
          <Notice tone="warn">{texts.listNotCopied}</Notice>
        </div>
      )}
      <BroadcastForm storageKey={storageKey} initial={query.data.draft} replacesId={replacesId} />
    </>
  );
};

/** A listed audience is read again, as far as another broadcast can list it. */
const readCopy = async (params: { workspace_id: string; id: string }, keepsTime: boolean, signal: AbortSignal) => {
  const { data: broadcast } = await call('getBroadcast', params, undefined, { signal });
  const recipients: ShownRecipient[] = [];
  if (broadcast.segment_id === null)
    for await (const page of readPages('listBroadcastRecipients', params, { limit: '100' }, signal))
      if (recipients.push(...page) > recipientsMax) break;
  // Before a scheduled broadcast begins, its list cannot be read.
  const isCut = recipients.length > recipientsMax || (broadcast.segment_id === null && recipients.length === 0);
  const at = keepsTime && broadcast.scheduled_at ? { at: toLocalTime(Date.parse(broadcast.scheduled_at)) } : {};
  const { copyBroadcast } = await import('./copied-draft.ts');
  return { draft: { ...copyBroadcast(broadcast, isCut ? [] : recipients), ...at }, isCut };
};
