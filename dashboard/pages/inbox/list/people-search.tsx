import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useState } from 'react';
import type { Contact } from '../../../../functions/model/contacts/contact.ts';
import { call } from '../../../api/call.ts';
import { useLivePages } from '../../../api/queries.ts';
import { Avatar } from '../../../components/content/avatar.tsx';
import { Button, IconButton } from '../../../components/controls/button.tsx';
import { SearchField } from '../../../components/controls/search-field.tsx';
import { Problem } from '../../../components/feedback/problem.tsx';
import { toast } from '../../../context/toast.ts';
import { useWorkspace } from '../../../context/workspace.tsx';
import { contactName } from '../../../texts/contact-name.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { inboxPartsTexts } from '../../../texts/en/inbox-parts.ts';
import { count } from '../../../texts/numbers.ts';
import { toPeopleQuery } from '../../../texts/phone.ts';
import { addressOf } from '../words/names.ts';
import styles from './list.module.css';

const texts = inboxPartsTexts.people;
const charactersMax = 100;

interface PeopleSearchProps {
  /** With the keyboard, the person goes on to write. */
  onOpen: (conversationId: string, writes: boolean) => void;
  onClose: () => void;
}

/** Replaces the list until it is closed. */
export const PeopleSearch = ({ onOpen, onClose }: PeopleSearchProps) => {
  const [typed, setTyped] = useState('');
  const query = toPeopleQuery(typed);
  /** Escape closes the search wherever the focus is in it, arrows lead to the people, and Enter opens the first. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, currentTarget } = event;
    if (key === 'Escape') return onClose();
    const stops = [...currentTarget.querySelectorAll<HTMLElement>('input, li > button')];
    const at = stops.indexOf(target as HTMLElement);
    if (key === 'Enter' && at === 0 && stops[0] instanceof HTMLInputElement && stops[0].value === typed)
      stops[1]?.click();
    if (at === -1 || (key !== 'ArrowDown' && key !== 'ArrowUp')) return;
    event.preventDefault();
    stops[at + (key === 'ArrowDown' ? 1 : -1)]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: these keys work wherever the focus is in it.
    <div className={styles.searchPane} onKeyDown={onKeyDown}>
      <div className={styles.head}>
        <h1 tabIndex={-1} className="visually-hidden">
          {inboxTexts.title}
        </h1>
        <SearchField
          label={texts.searchHint}
          value={typed}
          charactersMax={charactersMax}
          onChange={setTyped}
          autoFocus
        />
        <IconButton icon={X} label={texts.closeSearch} onPress={onClose} />
      </div>
      <div className={styles.rows}>{Object.keys(query).length > 0 && <Results query={query} onOpen={onOpen} />}</div>
    </div>
  );
};

const Results = ({ query, onOpen }: { query: object } & Pick<PeopleSearchProps, 'onOpen'>) => {
  const { id: workspaceId } = useWorkspace();
  const pages = useLivePages('listContacts', {}, { filter: query, everyMs: false });
  const people = pages.data?.pages.flatMap(({ data }): Contact[] => data) ?? [];
  const lookedAt = pages.data?.pages.reduce((sum, { meta }) => sum + meta.looked_at, 0) ?? 0;
  const open = async (contact: Contact, writes: boolean) => {
    const { data } = await call('listContactConversations', { workspace_id: workspaceId, id: contact.id });
    const newest = [...data].sort((one, other) =>
      (other.last_message_at ?? '').localeCompare(one.last_message_at ?? ''),
    )[0];
    if (newest) onOpen(newest.id, writes);
    else toast(texts.noConversation);
  };
  if (pages.error) return <Problem error={pages.error} onRetry={() => void pages.refetch()} />;
  return (
    <>
      <p className={styles.group}>{texts.people}</p>
      <ul>
        {people.map((contact) => (
          <li key={contact.id}>
            <button
              type="button"
              className={`bare ${styles.person}`}
              onClick={({ detail }) => void open(contact, detail === 0)}
            >
              <Avatar name={contactName(contact)} id={contact.id} kind="person" size={36} />
              <span className={`clipped ${styles.name}`}>{contactName(contact)}</span>
              <span className={`clipped ${styles.preview}`}>
                {[addressOf(contact), contact.email, contact.company].filter(Boolean).join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {pages.data && (
        <p className={`muted ${styles.looked}`}>
          {people.length === 0 && !pages.hasNextPage ? texts.noPeople : texts.looked(count(lookedAt))}{' '}
          {pages.hasNextPage && (
            <Button size="small" onPress={() => void pages.fetchNextPage()} isPending={pages.isFetchingNextPage}>
              {texts.searchFurther}
            </Button>
          )}
        </p>
      )}
    </>
  );
};
