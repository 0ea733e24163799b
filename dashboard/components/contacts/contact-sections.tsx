import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import { tagsMax } from '../../../functions/model/contacts/tag.ts';
import { useLivePages } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { broadcastsPath, segmentsPath } from '../../context/paths.ts';
import { toast } from '../../context/toast.ts';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { contactName } from '../../texts/contact-name.ts';
import { contactPanelTexts as texts } from '../../texts/en/contact-panel.ts';
import { en } from '../../texts/en.ts';
import { dayOf } from '../../texts/time.ts';
import { RelativeTime } from '../content/relative-time.tsx';
import { Button } from '../controls/button.tsx';
import { useTagSearch } from '../controls/tag-search.ts';
import { Badge } from '../feedback/badge.tsx';
import { Listing } from '../feedback/listing.tsx';
import { Problem } from '../feedback/problem.tsx';
import { lazyComponent } from '../lazy-component.ts';
import styles from './contacts.module.css';
import { contactReads } from './editable-fact.tsx';

const Combobox = lazyComponent(() => import('../overlays/combobox.tsx'), 'Combobox');
const Confirm = lazyComponent(() => import('../overlays/confirm.tsx'), 'Confirm');

export const Tags = ({ contact }: { contact: Contact }) => {
  const [isAdding, setAdding] = useState(false);
  const [typed, setTyped] = useState('');
  const known = useTagSearch(typed, isAdding);
  const add = useOperation('addContactTags', [...contactReads, 'listTags']);
  const remove = useOperation('removeContactTags', contactReads);
  const params = { id: contact.id };
  const addTag = (name: string) => add.mutate({ params, input: { tags: [name] } });
  const removeTag = (name: string) => {
    const action = { label: en.toast.undo, onPress: () => addTag(name) };
    remove.mutate({ params, input: { tags: [name] } }, { onSuccess: () => toast(texts.tagRemoved(name), { action }) });
  };
  const others = known.filter((name) => !contact.tags.some((tag) => tag.name === name));
  const error = add.error ?? remove.error;
  return (
    <>
      <ul className={styles.tags}>
        {contact.tags.map(({ id, name }) => (
          <li key={id} className={styles.tag}>
            <span className="clipped">{name}</span>
            <button
              type="button"
              aria-label={texts.removeTag(name)}
              disabled={remove.isPending}
              onClick={() => removeTag(name)}
            >
              <X aria-hidden="true" />
            </button>
          </li>
        ))}
        {!isAdding && contact.tags.length < tagsMax && (
          <li>
            <Button size="small" onPress={() => setAdding(true)}>
              <Plus aria-hidden="true" />
              {texts.addTag}
            </Button>
          </li>
        )}
      </ul>
      {contact.tags.length >= tagsMax && <p className="muted">{texts.tagsFull(tagsMax)}</p>}
      <Suspense>
        {isAdding && (
          <Combobox
            label={texts.addTag}
            isLabelHidden
            options={others.map((name) => ({ id: name, label: name }))}
            onType={setTyped}
            onChoose={addTag}
            creates={{ optionOf: texts.createTag, onCreate: addTag }}
            charactersMax={100}
            onClose={() => setAdding(false)}
            autoFocus
          />
        )}
      </Suspense>
      {error && <Problem error={error} />}
    </>
  );
};

export const Consent = ({ contact }: { contact: Contact }) => {
  const [isAsking, setAsking] = useState(false);
  const name = contactName(contact);
  const isOut = contact.opted_out_at !== null;
  const asks = isOut ? { ...texts.optIn, lead: texts.optIn.lead(name) } : texts.optOut;
  const close = () => setAsking(false);
  const set = useOperation('setConsent', contactReads, { done: asks.done(name), onDone: close });
  if (contact.phone === null && !isOut) return <p className="muted">{texts.noBroadcastsWithoutPhone}</p>;
  return (
    <>
      <div className={styles.consent}>
        <Badge tone={isOut ? 'warn' : 'ok'}>
          {contact.opted_out_at ? texts.optedOut(dayOf(Date.parse(contact.opted_out_at))) : texts.gets}
        </Badge>
        <Button size="small" onPress={() => setAsking(true)}>
          {texts.change}
        </Button>
      </div>
      <Suspense>
        {isAsking && (
          <Confirm
            title={asks.title(name)}
            action={asks.action}
            isDangerous={false}
            operation={set}
            onConfirm={() => set.mutate({ params: { id: contact.id }, input: { opted_out: !isOut } })}
            onClose={close}
          >
            {asks.lead}
          </Confirm>
        )}
      </Suspense>
    </>
  );
};

/** The newest broadcasts that the contact is in: all that were looked through, or the first few. */
export const ReceivedBroadcasts = ({ contactId, max }: { contactId: string; max?: number }) => {
  const { id: workspaceId } = useWorkspace();
  const query = useLivePages('listContactBroadcasts', { id: contactId }, { everyMs: false });
  const broadcasts = query.data?.pages.flatMap(({ data }) => data).slice(0, max) ?? [];
  return (
    <Listing
      query={broadcasts.length !== max ? query : { ...query, hasNextPage: false }}
      failed={texts.failed}
      isEmpty={broadcasts.length === 0}
      empty={<p className="muted">{query.hasNextPage ? texts.noBroadcastsYet : texts.noBroadcasts}</p>}
    >
      <ul>
        {broadcasts.map(({ id, name, status, reason, created_at }) => (
          <li key={id} className={styles.row}>
            <span className={styles.rowText}>
              <Link href={broadcastsPath(workspaceId, id)}>
                <bdi>{name}</bdi>
              </Link>
              {reason && <span className="muted">{reason}</span>}
            </span>
            <span className={styles.aside}>
              <Badge tone={status === 'failed' ? 'bad' : 'off'}>{texts.received[status]}</Badge>
              <RelativeTime at={created_at} />
            </span>
          </li>
        ))}
      </ul>
    </Listing>
  );
};

/** Admins take a contact out of a list here; a filter decides for itself. */
export const Segments = ({ contactId }: { contactId: string }) => {
  const { id: workspaceId } = useWorkspace();
  const mayChange = useMay('admin');
  const query = useLivePages('listContactSegments', { id: contactId }, { everyMs: false });
  const remove = useOperation('removeSegmentContacts', ['listContactSegments', 'listSegmentContacts', 'getSegment']);
  const segments = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Listing
      query={query}
      failed={texts.failed}
      isEmpty={segments.length === 0 && !query.hasNextPage}
      empty={<p className="muted">{texts.noSegments}</p>}
    >
      <ul className={styles.tags}>
        {segments.map(({ id, name, kind }) => (
          <li key={id} className={styles.tag}>
            <Link href={segmentsPath(workspaceId, id)} className="clipped">
              {name}
            </Link>
            {kind === 'dynamic' ? (
              <span className="muted">{texts.byFilter}</span>
            ) : (
              mayChange && (
                <button
                  type="button"
                  aria-label={texts.removeFrom(name)}
                  disabled={remove.isPending}
                  onClick={() => remove.mutate({ params: { id }, input: { contact_ids: [contactId] } })}
                >
                  <X aria-hidden="true" />
                </button>
              )
            )}
          </li>
        ))}
      </ul>
      {remove.error && <Problem error={remove.error} />}
    </Listing>
  );
};
