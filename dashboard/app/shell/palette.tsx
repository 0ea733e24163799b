import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useLocation } from 'wouter';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import { findNewestConversation } from '../../api/newest-conversation.ts';
import { toProblem } from '../../api/problem.ts';
import { useLive, useLivePages } from '../../api/queries.ts';
import { useReadOn } from '../../api/use-read-on.ts';
import { Kbd } from '../../components/content/kbd.tsx';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { apiKeysPath, contactsPath, inboxPath, webhookPath } from '../../context/paths.ts';
import { rankPeople } from '../../context/rank-people.ts';
import { useExists } from '../../context/session.ts';
import { activeShortcuts } from '../../context/shortcuts.ts';
import { toastProblem } from '../../context/toast.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { contactName } from '../../texts/contact-name.ts';
import { paletteTexts as texts } from '../../texts/en/palette.ts';
import { toPeopleQuery, usePhoneFormat } from '../../texts/phone.ts';
import { linkedPages } from '../pages.ts';
import styles from './overlays.module.css';
import { fittingSections, type PaletteEntry, type PaletteSection } from './palette-entries.ts';

export const Palette = ({ onClose }: { onClose: () => void }) => {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const listId = useId();
  const found = useFound(typed.trim());
  const sections = fittingSections([...useActions(), ...usePlaces(), ...found.sections], typed.trim());
  const entries = sections.flatMap((section) => section.entries);
  const run = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && entries.length > 0) setActive((active + step + entries.length) % entries.length);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(entries[active]);
    else return;
    event.preventDefault();
  };
  const activeId = entries[active] && `${listId}${active}`;
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <Dialog title={texts.title} lead={texts.lead} onClose={onClose}>
      <input
        className={styles.field}
        role="combobox"
        aria-label={texts.field}
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-activedescendant={activeId}
        placeholder={texts.field}
        value={typed}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        autoFocus
      />
      <div id={listId} role="listbox" aria-label={texts.results} className={styles.results}>
        {sections.map((section) => (
          // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by role.
          <div key={section.title} role="group" aria-label={section.title}>
            <p className={styles.groupTitle} aria-hidden="true">
              {section.title}
            </p>
            {section.entries.map((entry) => {
              const index = entries.indexOf(entry);
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and the keys.
                <div
                  key={entry.id}
                  id={`${listId}${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  className={styles.option}
                  onPointerMove={() => setActive(index)}
                  onClick={() => run(entry)}
                >
                  <span className={styles.optionLabel}>{entry.label}</span>
                  {entry.hint && <bdi className={styles.hint}>{entry.hint}</bdi>}
                  {entry.keys && <Kbd keys={entry.keys} />}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p role="status" className={styles.hint}>
        {found.note ?? (entries.length === 0 && texts.none)}
      </p>
    </Dialog>
  );
};

/** The actions of the current page that have a shortcut. */
const useActions = (): PaletteSection[] => {
  const [groups] = useState(activeShortcuts);
  return groups.slice(0, -1).map(({ title, shortcuts }) => ({
    title,
    entries: shortcuts.flatMap(({ keys, label, run, isHidden }) =>
      run && !isHidden ? [{ id: `${title} ${keys}`, label, keys, run }] : [],
    ),
  }));
};

const usePlaces = (): PaletteSection[] => {
  const { id, role } = useWorkspace();
  const [, navigate] = useLocation();
  const exists = useExists();
  const webhooks = useLive('listWebhooks', {}, { everyMs: false }).data?.data ?? [];
  const keys = useLive('listApiKeys', {}, { everyMs: false }).data?.data ?? [];
  const pages = linkedPages(role, exists);
  const entry = (key: string, label: string, href: string, rest?: Partial<PaletteEntry>): PaletteEntry => ({
    id: key,
    label,
    run: () => navigate(href),
    ...rest,
  });
  return [
    {
      title: texts.pages,
      entries: pages.map(({ path, label, goKey }) =>
        entry(path, label, `/w/${id}/${path}`, goKey ? { keys: `g ${goKey}` } : {}),
      ),
    },
    { title: texts.webhooks, entries: webhooks.map((hook) => entry(hook.id, hook.url, webhookPath(id, hook.id))) },
    { title: texts.keys, entries: keys.map((key) => entry(key.id, key.name, apiKeysPath(id), { hint: key.prefix })) },
  ];
};

const typingMs = 300;
/** The palette ranks these and shows the best of them. */
const readMax = 30;

/** A person's conversation, or their page if there is none; and what messages say. */
const useFound = (typed: string): { sections: PaletteSection[]; note?: string | undefined } => {
  const { id } = useWorkspace();
  const [, navigate] = useLocation();
  const formatPhone = usePhoneFormat();
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = window.setTimeout(() => setSearch(typed), typingMs);
    return () => window.clearTimeout(timer);
  }, [typed]);
  const filter = toPeopleQuery(search);
  const isSearching = Object.keys(filter).length > 0 && search === typed;
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
  const entries = rankPeople(people, typed).map(({ contact, name, waits }) => ({
    id: contact.id,
    label: name,
    hint: [waits && texts.waits, contact.phone ? formatPhone(contact.phone) : contact.email]
      .filter(Boolean)
      .join(' · '),
    run: () => void open(contact.id).catch((error: unknown) => toastProblem(toProblem(error).message)),
  }));
  const isLooking = useReadOn(query, isSearching);
  const messages = {
    id: 'messages',
    label: texts.searchMessages(typed),
    run: () => navigate(inboxPath(id, { view: 'all', q: typed })),
  };
  const note = !isSearching
    ? undefined
    : query.error && !toProblem(query.error).wasRefused
      ? texts.failed
      : query.isFetching || isLooking
        ? texts.searching
        : contacts.length === 0 && query.hasNextPage
          ? texts.notYet
          : undefined;
  return {
    sections: [
      { title: texts.people, entries, isFound: true },
      { title: texts.messages, entries: typed.length > 1 ? [messages] : [], isFound: true },
    ],
    note,
  };
};
