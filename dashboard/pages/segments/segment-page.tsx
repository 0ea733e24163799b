import X from 'lucide-react/icons/x';
import { Suspense } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import * as z from 'zod/mini';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import type { Segment } from '../../../functions/model/segments/segment.ts';
import { toProblem } from '../../api/problem.ts';
import { useLive, useLivePages } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import rows from '../../components/contacts/contacts.module.css';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { Button, IconButton, PageLink } from '../../components/controls/button.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { RoleNote } from '../../components/feedback/role-note.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { broadcastsPath, newBroadcastPath, segmentsPath } from '../../context/paths.ts';
import { useSearch } from '../../context/search.ts';
import { toast } from '../../context/toast.ts';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { contactName } from '../../texts/contact-name.ts';
import { segmentTexts } from '../../texts/en/segments.ts';
import { en } from '../../texts/en.ts';
import { ContactTable } from '../contacts/contact-table.tsx';
import { sentenceOf } from './rules.ts';
import { sizeWords, UnloadedSegment } from './segment-facts.tsx';
import styles from './segments.module.css';

const texts = segmentTexts.one;

const DeleteDialog = lazyComponent(() => import('./dialogs.tsx'), 'DeleteDialog');
const AddPeopleDialog = lazyComponent(() => import('./dialogs.tsx'), 'AddPeopleDialog');

const search = { dialog: z.optional(z.enum(['add', 'delete'])) };

export const SegmentPage = () => {
  const { id = '' } = useParams<{ id: string }>();
  const query = useLive('getSegment', { id }, { everyMs: false });
  const segment = query.data?.data;
  const isGone = query.error !== null && toProblem(query.error).status === 404;
  return segment && !isGone ? <LoadedSegment key={id} segment={segment} /> : <UnloadedSegment query={query} />;
};

const LoadedSegment = ({ segment }: { segment: Segment }) => {
  const workspace = useWorkspace();
  const mayManage = useMay('admin');
  const [, navigate] = useLocation();
  const [{ dialog }, setSearch] = useSearch(search);
  const close = () => setSearch({ dialog: undefined }, { replace: true });
  const { id, name, description, kind, filter } = segment;
  const isList = kind === 'static';
  return (
    <>
      <PageHeader
        title={name}
        parent={{ label: segmentTexts.title, href: segmentsPath(workspace.id) }}
        lead={texts.about(kind, sizeWords(segment, segmentTexts.contactsWord(segment.member_count)))}
        context={workspace.name}
        actions={
          mayManage && (
            <>
              <PageLink variant="primary" href={newBroadcastPath(workspace.id, { segment: id })}>
                {segmentTexts.broadcast}
              </PageLink>
              <PageLink href={segmentsPath(workspace.id, `${id}/edit`)}>{segmentTexts.edit}</PageLink>
              <Button variant="danger-ghost" onPress={() => setSearch({ dialog: 'delete' })}>
                {segmentTexts.remove.action}
              </Button>
            </>
          )
        }
      />
      {!mayManage && <RoleNote role={workspace.role} required="admin" action={segmentTexts.manage} />}
      <div className="stack">
        {description && <p className={styles.sentence}>{description}</p>}
        {filter && <p className={styles.sentence}>{sentenceOf(filter)}</p>}
        <People segment={segment} onAdd={isList && mayManage ? () => setSearch({ dialog: 'add' }) : undefined} />
        <Uses segmentId={id} />
      </div>
      <Suspense>
        {dialog === 'add' && isList && mayManage && <AddPeopleDialog segmentId={id} onClose={close} />}
        {dialog === 'delete' && mayManage && (
          <DeleteDialog segment={segment} onDeleted={() => navigate(segmentsPath(workspace.id))} onClose={close} />
        )}
      </Suspense>
    </>
  );
};

interface PeopleProps {
  segment: Segment;
  /** Missing where people come from a filter, and for members who may only view. */
  onAdd: (() => void) | undefined;
}

const changed = ['listSegmentContacts', 'getSegment', 'listContactSegments'] as const;

const People = ({ segment: { id, kind }, onAdd }: PeopleProps) => {
  const query = useLivePages('listSegmentContacts', { id }, { everyMs: false });
  const people = query.data?.pages.flatMap(({ data }): Contact[] => data) ?? [];
  const add = useOperation('addSegmentContacts', changed);
  const remove = useOperation('removeSegmentContacts', changed);
  const removePerson = (contact: Contact) => {
    const request = { params: { id }, input: { contact_ids: [contact.id] } };
    const action = { label: en.toast.undo, onPress: () => add.mutate(request) };
    remove.mutate(request, { onSuccess: () => toast(texts.removed(contactName(contact)), { action }) });
  };
  const empty = kind === 'static' ? texts.noMembers : query.hasNextPage ? texts.noMatchYet : texts.noMatch;
  const error = remove.error ?? add.error;
  return (
    <Card
      title={texts.contacts}
      isFlush
      actions={
        onAdd && (
          <Button size="small" onPress={onAdd}>
            {segmentTexts.add.action}
          </Button>
        )
      }
    >
      {error && <Problem error={error} />}
      <Listing
        query={query}
        failed={texts.contactsFailed}
        isEmpty={people.length === 0}
        empty={<p className={styles.none}>{empty}</p>}
      >
        <ContactTable
          contacts={people}
          actionOf={
            onAdd
              ? (contact) => (
                  <IconButton
                    icon={X}
                    label={texts.removePerson(contactName(contact))}
                    onPress={() => removePerson(contact)}
                  />
                )
              : undefined
          }
        />
      </Listing>
    </Card>
  );
};

const Uses = ({ segmentId }: { segmentId: string }) => {
  const { id: workspaceId } = useWorkspace();
  const query = useLivePages('listSegmentUses', { id: segmentId }, { everyMs: false });
  const uses = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Card title={texts.uses}>
      <Listing
        query={query}
        failed={texts.usesFailed}
        isEmpty={uses.length === 0}
        empty={<p className="muted">{texts.noUses}</p>}
      >
        <ul>
          {uses.map(({ broadcast_id, name, is_waiting, scheduled_at, created_at, size }) => (
            <li key={broadcast_id} className={rows.row}>
              <Link className={rows.rowText} href={broadcastsPath(workspaceId, broadcast_id)}>
                <bdi>{name}</bdi>
              </Link>
              <span className={rows.aside}>
                {size !== null && <span>{texts.sizeThen(size)}</span>}
                {is_waiting && <Badge tone="warn">{texts.scheduled}</Badge>}
                <RelativeTime at={scheduled_at ?? created_at} isUpcoming={is_waiting} />
              </span>
            </li>
          ))}
        </ul>
      </Listing>
    </Card>
  );
};
