import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import { findNewestConversation } from '../../api/newest-conversation.ts';
import { toProblem } from '../../api/problem.ts';
import { useLive, useLivePages } from '../../api/queries.ts';
import { useReadOn } from '../../api/use-read-on.ts';
import {
  apiKeysPath,
  broadcastsPath,
  contactsPath,
  inboxPath,
  segmentsPath,
  webhookPath,
} from '../../context/paths.ts';
import { rankPeople } from '../../context/rank-people.ts';
import { toastProblem } from '../../context/toast.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { contactName } from '../../texts/contact-name.ts';
import { paletteTexts as texts } from '../../texts/en/palette.ts';
import { en } from '../../texts/en.ts';
import { toPeopleQuery, usePhoneFormat } from '../../texts/phone.ts';
import type { PaletteEntry, PaletteSection } from './palette-entries.ts';

const typingMs = 300;
/** The palette ranks these and shows the best of them. */
const readMax = 30;

interface Found {
  sections: PaletteSection[];
  /** Something is still being read, or will be once the person stops typing. */
  isLooking: boolean;
  note?: string | undefined;
}

/** A person's conversation, or their page if there is none; what has a name; and what messages say. */
export const usePaletteFound = (typed: string): Found => {
  const { id } = useWorkspace();
  const [, navigate] = useLocation();
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = window.setTimeout(() => setSearch(typed), typingMs);
    return () => window.clearTimeout(timer);
  }, [typed]);
  const isSettled = search === typed;
  const people = usePeople(search, isSettled);
  const named = useNamed(search.length > 1);
  const messages = {
    id: 'messages',
    label: texts.searchMessages(typed),
    run: () => navigate(inboxPath(id, { view: 'all', q: typed })),
  };
  const isLooking = !isSettled || people.isLooking || named.isLooking;
  const hasFailed = people.hasFailed || named.hasFailed;
  return {
    sections: [
      ...named.sections,
      people.section,
      { title: texts.messages, entries: typed.length > 1 ? [messages] : [], isFound: true },
    ],
    isLooking,
    note: hasFailed
      ? texts.failed
      : isSettled && isLooking
        ? texts.searching
        : people.isUnfinished
          ? texts.notYet
          : undefined,
  };
};

const usePeople = (search: string, isSettled: boolean) => {
  const { id } = useWorkspace();
  const [, navigate] = useLocation();
  const formatPhone = usePhoneFormat();
  const filter = toPeopleQuery(search);
  const isSearching = Object.keys(filter).length > 0 && isSettled;
  const query = useLivePages(
    'listContacts',
    {},
    { everyMs: false, filter: { ...filter, limit: `${readMax}` }, isEnabled: isSearching },
  );
  const inbox = useLive('getInbox', {}, { everyMs: false, input: { view: 'all' }, isEnabled: isSearching });
  const waiting = new Set(inbox.data?.data.waiting.map(({ contact_id }) => contact_id));
  const open = async (contactId: string) => {
    const newest = await findNewestConversation(id, contactId);
    if (newest) navigate(inboxPath(id, { view: 'all', c: newest.id }));
    else navigate(contactsPath(id, contactId));
  };
  const contacts = isSearching ? (query.data?.pages ?? []).flatMap(({ data }): Contact[] => data) : [];
  const people = contacts.map((contact) => ({
    contact,
    name: contactName(contact),
    waits: waiting.has(contact.id),
  }));
  const entries = rankPeople(people, search).map(({ contact: { id: contactId, phone, email }, name, waits }) => ({
    id: contactId,
    label: name,
    sign: waits ? texts.waits : undefined,
    hint: (phone ? formatPhone(phone) : email) ?? undefined,
    run: () => void open(contactId).catch((error: unknown) => toastProblem(toProblem(error).message)),
  }));
  const isReadingOn = useReadOn(query, isSearching);
  const isLooking = isSearching && (query.isFetching || isReadingOn);
  const hasFailed = isSearching && query.error !== null && !toProblem(query.error).wasRefused;
  const isUnfinished = isSearching && contacts.length === 0 && query.hasNextPage;
  return {
    section: { title: texts.people, entries, isFound: true },
    isLooking,
    hasFailed,
    isUnfinished,
  };
};

/** Finds members, segments, broadcasts and templates by name: in one page of each list, however many there are. */
const useNamed = (isTyping: boolean) => {
  const { id } = useWorkspace();
  const [, navigate] = useLocation();
  const once = { everyMs: false, isAside: true } as const;
  const whenTyping = { ...once, isEnabled: isTyping };
  const webhooks = useLive('listWebhooks', {}, once);
  const keys = useLive('listApiKeys', {}, once);
  const segments = useLive('listSegments', {}, { ...whenTyping, input: { limit: '100' } });
  const broadcasts = useLive('listBroadcasts', {}, { ...whenTyping, input: { limit: '25' } });
  const templates = useLive('listTemplates', {}, { ...whenTyping, input: { limit: '100' } });
  const members = useLive('listMembers', {}, whenTyping);
  const lists = [members, segments, broadcasts, templates];
  const entry = (key: string, label: string, href: string, hint?: string): PaletteEntry => ({
    id: key,
    label,
    hint,
    run: () => navigate(href),
  });
  const listOf = <Row>(query: { data?: { data: readonly Row[] } | undefined }, toEntry: (row: Row) => PaletteEntry) =>
    (query.data?.data ?? []).map(toEntry);
  const templatesPath = (preview: string) => `/w/${id}/settings/templates?${new URLSearchParams({ preview })}`;
  return {
    sections: [
      {
        title: texts.webhooks,
        entries: listOf(webhooks, (hook) => entry(hook.id, hook.url, webhookPath(id, hook.id))),
      },
      {
        title: texts.keys,
        entries: listOf(keys, (key) => entry(key.id, key.name, apiKeysPath(id), key.prefix)),
      },
      {
        title: en.nav.members,
        entries: isTyping
          ? listOf(members, ({ user_id, name, email }) => entry(user_id, name, `/w/${id}/settings/members`, email))
          : [],
      },
      {
        title: texts.segments,
        entries: isTyping ? listOf(segments, (one) => entry(one.id, one.name, segmentsPath(id, one.id))) : [],
      },
      {
        title: texts.broadcasts,
        entries: isTyping ? listOf(broadcasts, (one) => entry(one.id, one.name, broadcastsPath(id, one.id))) : [],
      },
      {
        title: texts.templates,
        entries: isTyping
          ? listOf(templates, ({ name, language }) =>
              entry(`${name} ${language}`, name, templatesPath(`${name}.${language}`), language),
            )
          : [],
      },
    ],
    isLooking: lists.some(({ isLoading }) => isLoading),
    hasFailed: lists.some(({ isError }) => isError),
  };
};
