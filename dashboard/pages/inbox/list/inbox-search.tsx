import X from 'lucide-react/icons/x';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { Contact } from '../../../../functions/model/contacts/contact.ts';
import type { TextMatch } from '../../../../functions/model/conversations/conversation.ts';
import type { InboxConversation } from '../../../../functions/model/conversations/inbox.ts';
import { findNewestConversation } from '../../../api/newest-conversation.ts';
import { toProblem } from '../../../api/problem.ts';
import { useLivePages } from '../../../api/queries.ts';
import { useReadOn } from '../../../api/use-read-on.ts';
import { Avatar } from '../../../components/content/avatar.tsx';
import { useNow } from '../../../components/content/relative-time.tsx';
import { Button, IconButton } from '../../../components/controls/button.tsx';
import { SearchField } from '../../../components/controls/search-field.tsx';
import { Problem } from '../../../components/feedback/problem.tsx';
import { toast, toastProblem } from '../../../context/toast.ts';
import { useWorkspace } from '../../../context/workspace.tsx';
import { contactName } from '../../../texts/contact-name.ts';
import { inboxTexts } from '../../../texts/en/inbox.ts';
import { inboxPartsTexts } from '../../../texts/en/inbox-parts.ts';
import { toPeopleQuery, usePhoneFormat } from '../../../texts/phone.ts';
import { rowTime } from '../words/ages.ts';
import { addressOf } from '../words/names.ts';
import styles from './list.module.css';

const texts = inboxPartsTexts.search;
const charactersMax = 100;

/** So much before the first mark leaves room for it in the narrow row. */
const beforeMax = 12;

interface InboxSearchProps {
  /** What was asked for on another page. */
  first: string | undefined;
  /** With the keyboard, the person goes on to write; a message that was found is shown. */
  onOpen: (conversationId: string, writes: boolean, messageId?: string) => void;
  onClose: () => void;
}

/** Replaces the list until it is closed. */
export const InboxSearch = ({ first = '', onOpen, onClose }: InboxSearchProps) => {
  const [typed, setTyped] = useState(first);
  const query = toPeopleQuery(typed);
  /** Escape closes the search wherever the focus is in it, arrows lead to what was found, and Enter opens the first. */
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
  const isSearching = Object.keys(query).length > 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: these keys work wherever the focus is in it.
    <div className={styles.searchPane} onKeyDown={onKeyDown}>
      <div className={styles.head}>
        <h1 tabIndex={-1} className="visually-hidden">
          {inboxTexts.title}
        </h1>
        <SearchField label={texts.hint} value={typed} charactersMax={charactersMax} onChange={setTyped} autoFocus />
        <IconButton icon={X} label={texts.close} onPress={onClose} />
      </div>
      <div className={styles.rows}>
        {isSearching && (
          <>
            <People query={query} onOpen={onOpen} />
            <Conversations search={typed.trim()} onOpen={onOpen} />
          </>
        )}
      </div>
    </div>
  );
};

interface ResultsProps {
  title: string;
  pages: Parameters<typeof useReadOn>[0] & { isFetchingNextPage: boolean; refetch: () => unknown };
  /** What was found, a row each. */
  children: readonly ReactNode[];
  none: string;
  /** How many show at first: few enough that what is below is in sight. */
  firstRows?: number;
}

const Results = ({ title, pages, children, none, firstRows = Number.POSITIVE_INFINITY }: ResultsProps) => {
  const { error, hasNextPage, isFetchingNextPage, refetch, fetchNextPage } = pages;
  const [isWhole, setWhole] = useState(false);
  const isLooking = useReadOn(pages);
  const hidesSome = !isWhole && children.length > firstRows;
  const isFound = children.length > 0;
  const isRefused = error !== null && toProblem(error).wasRefused;
  return (
    <>
      <p className={styles.group}>{title}</p>
      {error && !isRefused ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : isFound ? (
        <ul>{hidesSome ? children.slice(0, firstRows) : children}</ul>
      ) : (
        <p role="status" className={`muted ${styles.looked}`}>
          {isLooking ? texts.searching : hasNextPage ? texts.notYet : none}
        </p>
      )}
      {!isLooking && !error && (hidesSome || hasNextPage) && (
        <p className={styles.looked}>
          <Button
            size="small"
            onPress={() => (hidesSome ? setWhole(true) : void fetchNextPage())}
            isPending={isFetchingNextPage}
          >
            {isFound ? texts.more : texts.searchFurther}
          </Button>
        </p>
      )}
    </>
  );
};

type OnOpen = Pick<InboxSearchProps, 'onOpen'>;

const People = ({ query, onOpen }: { query: object } & OnOpen) => {
  const { id: workspaceId } = useWorkspace();
  usePhoneFormat();
  const pages = useLivePages('listContacts', {}, { filter: { ...query, limit: '20' }, everyMs: false });
  const people = pages.data?.pages.flatMap(({ data }): Contact[] => data) ?? [];
  const open = async (contact: Contact, writes: boolean) => {
    const newest = await findNewestConversation(workspaceId, contact.id);
    if (newest) onOpen(newest.id, writes);
    else toast(texts.noConversation);
  };
  return (
    <Results title={texts.people} pages={pages} none={texts.noPeople} firstRows={5}>
      {people.map((contact) => (
        <li key={contact.id}>
          <button
            type="button"
            className={`bare ${styles.person}`}
            onClick={({ detail }) =>
              void open(contact, detail === 0).catch((error: unknown) => toastProblem(toProblem(error).message))
            }
          >
            <Avatar name={contactName(contact)} id={contact.id} kind="person" size={36} />
            <span className={`clipped ${styles.name}`}>{contactName(contact)}</span>
            <span className={`clipped ${styles.preview}`}>
              {[addressOf(contact), contact.email, contact.company].filter(Boolean).join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </Results>
  );
};

const Conversations = ({ search, onOpen }: { search: string } & OnOpen) => {
  const nowMs = useNow();
  const pages = useLivePages('listConversations', {}, { filter: { search }, everyMs: false });
  const rows = pages.data?.pages.flatMap(({ data }): InboxConversation[] => data) ?? [];
  const found = [...new Map(rows.map((row) => [row.id, row])).values()];
  const isRefused = pages.error !== null && toProblem(pages.error).wasRefused;
  const unsearchable = /[\p{L}\p{N}]/u.test(search) ? texts.tooCommon(search) : texts.noWord;
  return (
    <Results title={texts.conversations} pages={pages} none={isRefused ? unsearchable : texts.noConversations}>
      {found.map(({ id, contact, match }) => (
        <li key={id}>
          <button
            type="button"
            className={`bare ${styles.person}`}
            onClick={() => onOpen(id, false, match?.message_id)}
          >
            <Avatar name={contactName(contact)} id={contact.id} kind="person" size={36} />
            <span className={`clipped ${styles.name}`}>{contactName(contact)}</span>
            {match && <time className={styles.time}>{rowTime(Date.parse(match.sent_at), nowMs)}</time>}
            {match && (
              <span className={`clipped ${styles.preview}`} dir="auto">
                {match.is_note && <b>{texts.note} </b>}
                <Marked match={match} />
              </span>
            )}
          </button>
        </li>
      ))}
    </Results>
  );
};

const Marked = ({ match: { text, marks } }: { match: TextMatch }) => {
  const first = marks[0]?.[0] ?? 0;
  // Whole words.
  const from = first > beforeMax ? Math.min(first, text.indexOf(' ', first - beforeMax - 1) + 1 || first) : 0;
  const ends = marks.map(([, end]) => end);
  return (
    <>
      {from > 0 && '…'}
      {marks.flatMap(([start, end], index) => [
        text.slice(ends[index - 1] ?? from, start),
        <mark key={start}>{text.slice(start, end)}</mark>,
      ])}
      {text.slice(ends.at(-1) ?? 0)}
    </>
  );
};
