import X from 'lucide-react/icons/x';
import { useRef, useState } from 'react';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import { useLive, useLivePages } from '../../api/queries.ts';
import { Button, IconButton } from '../../components/controls/button.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { Combobox } from '../../components/overlays/combobox.tsx';
import { useSettled } from '../../context/settled.ts';
import { contactName } from '../../texts/contact-name.ts';
import { broadcastTexts } from '../../texts/en/broadcasts.ts';
import { usePhoneFormat } from '../../texts/phone.ts';
import { toContactQuery } from '../contacts/contact-values.ts';
import { SearchFurther } from '../contacts/search-further.tsx';
import styles from './broadcasts.module.css';
import type { BroadcastDraft } from './draft.ts';

const texts = broadcastTexts.composer;
const peopleShown = 20;
const typingMs = 300;

interface PeoplePickerProps {
  draft: BroadcastDraft;
  onChange: (changes: Partial<BroadcastDraft>) => void;
}

export const PeoplePicker = ({ draft: { people }, onChange }: PeoplePickerProps) => {
  const formatPhone = usePhoneFormat();
  const [typed, setTyped] = useState('');
  const settled = useSettled(typed, typingMs);
  // Without a text the list is never empty: after a choice, it would open again as soon as it has options.
  const search = typed && settled;
  const query = toContactQuery({ search, tag: undefined, channel: undefined, consent: undefined });
  const found = useLivePages('listContacts', {}, { everyMs: false, filter: { ...query, limit: '20' }, isCostly: true });
  const field = useRef<HTMLDivElement>(null);
  const [isAll, setAll] = useState(false);
  const shown = people.slice(0, isAll ? undefined : peopleShown);
  // Enter takes the first option, so none is shown that is not what was searched for.
  const isSearched = search === typed && typed.length !== 1;
  const contacts = ((isSearched && found.data?.pages.flatMap(({ data }): Contact[] => data)) || []).filter(
    (contact) => !people.some(({ id }) => id === contact.id),
  );
  const add = (id: string) => {
    const contact = contacts.find((one) => one.id === id);
    if (contact) onChange({ people: [...people, { id, name: contactName(contact) }] });
  };
  return (
    <>
      <div ref={field}>
        <Combobox
          label={texts.addPerson}
          options={contacts.map((contact) => ({
            id: contact.id,
            label: contactName(contact),
            hint: contact.phone ? formatPhone(contact.phone) : '',
          }))}
          onType={(text) => setTyped(text.trim())}
          onChoose={add}
          charactersMax={100}
        />
      </div>
      {found.error && !query.phone && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {isSearched && query.search && found.hasNextPage && (
        <p className="muted">
          {/* The field shows what it has found while it has the focus. */}
          <SearchFurther pages={found} onDone={() => field.current?.querySelector('input')?.focus()} />
        </p>
      )}
      {people.length > 0 && (
        <ul className={styles.people} aria-label={texts.kinds.people}>
          {shown.map((person) => (
            <Person
              key={person.id}
              person={person}
              onRemove={() => onChange({ people: people.filter(({ id }) => id !== person.id) })}
            />
          ))}
          {people.length > shown.length && (
            <li>
              {texts.more(people.length - shown.length)}{' '}
              <Button size="small" variant="ghost" onPress={() => setAll(true)}>
                {texts.showAll}
              </Button>
            </li>
          )}
          <li>
            <Button size="small" variant="ghost" onPress={() => onChange({ people: [] })}>
              {texts.clearPeople}
            </Button>
          </li>
        </ul>
      )}
    </>
  );
};

interface PersonProps {
  person: BroadcastDraft['people'][number];
  onRemove: () => void;
}

/** A link names people by their ids only. */
const Person = ({ person: { id, name }, onRemove }: PersonProps) => {
  const { data } = useLive('getContact', { id }, { everyMs: false, isEnabled: name === null, isAside: true });
  const label = name ?? (data ? contactName(data.data) : '…');
  return (
    <li className={styles.person}>
      <bdi className="clipped">{label}</bdi>
      <IconButton icon={X} label={texts.remove(label)} onPress={onRemove} />
    </li>
  );
};
