import X from 'lucide-react/icons/x';
import { Suspense, useState } from 'react';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import type { Segment } from '../../../functions/model/segments/segment.ts';
import { useLive, useLivePages } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { Button } from '../../components/controls/button.tsx';
import { RadioGroup } from '../../components/controls/radio-group.tsx';
import { Select } from '../../components/controls/select.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { useSettled } from '../../context/settled.ts';
import { contactName } from '../../texts/contact-name.ts';
import { broadcastTexts } from '../../texts/en/broadcasts.ts';
import { en } from '../../texts/en.ts';
import { toQuery } from '../contacts/contact-values.ts';
import styles from './broadcasts.module.css';
import type { Draft, NumberTable } from './draft.ts';

const NumberPicker = lazyComponent(() => import('./number-picker.tsx'), 'NumberPicker');
const Combobox = lazyComponent(() => import('../../components/overlays/combobox.tsx'), 'Combobox');

const texts = broadcastTexts.composer;
const kinds = ['segment', 'people', 'numbers'] as const;

interface AudienceCardProps {
  draft: Draft;
  table: NumberTable;
  /** The lines whose columns leave a value empty. */
  emptyLines: readonly number[];
  /** The chosen one. */
  segment: Segment | undefined;
  error: unknown;
  onChange: (changes: Partial<Draft>) => void;
}

export const AudienceCard = ({ draft, table, emptyLines, segment, error, onChange }: AudienceCardProps) => (
  <Card title={texts.audience}>
    <div className={styles.form}>
      <RadioGroup
        label={texts.audience.slice(2)}
        value={draft.audience}
        options={kinds.map((value) => ({ value, label: texts.kinds[value], hint: texts.kindHints[value] }))}
        onChange={(audience) => onChange({ audience })}
      />
      {draft.audience === 'segment' && <SegmentPicker draft={draft} segment={segment} onChange={onChange} />}
      {draft.audience === 'people' && <PeoplePicker draft={draft} onChange={onChange} />}
      {draft.audience === 'numbers' && (
        <Suspense>
          <NumberPicker draft={draft} table={table} emptyLines={emptyLines} onChange={onChange} />
        </Suspense>
      )}
      {error !== undefined && <Problem error={error} />}
    </div>
  </Card>
);

type PickerProps = Pick<AudienceCardProps, 'draft' | 'onChange'>;

/** A segment that a link names may be on a later page of the list. */
const SegmentPicker = ({
  draft: { segmentId },
  segment,
  onChange,
}: PickerProps & Pick<AudienceCardProps, 'segment'>) => {
  const pages = useLivePages('listSegments', {}, { everyMs: false });
  const segments = pages.data?.pages.flatMap(({ data }) => data) ?? [];
  const isListed = segments.some(({ id }) => id === segmentId);
  const options = [...(segment && !isListed ? [segment] : []), ...segments];
  if (pages.error) return <Problem error={pages.error} />;
  if (pages.data && options.length === 0) return <p className={styles.muted}>{texts.noSegments}</p>;
  return (
    <div className={styles.row}>
      <Select
        label={texts.segment}
        value={segmentId}
        options={[
          { value: '', label: texts.chooseSegment },
          ...options.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(value) => onChange({ segmentId: value })}
      />
      {segment && <span className={styles.muted}>{broadcastTexts.people(segment.member_count)}</span>}
      {pages.hasNextPage && (
        <Button size="small" variant="ghost" onPress={() => void pages.fetchNextPage()}>
          {en.list.more}
        </Button>
      )}
    </div>
  );
};

const peopleShown = 20;
const typingMs = 300;

const PeoplePicker = ({ draft: { people }, onChange }: PickerProps) => {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed, typingMs);
  const found = useLive(
    'listContacts',
    {},
    {
      everyMs: false,
      input: { ...toQuery({ search, tag: undefined, channel: undefined, consent: undefined }), limit: '20' },
      isCostly: true,
    },
  );
  const [isAll, setAll] = useState(false);
  const shown = people.slice(0, isAll ? undefined : peopleShown);
  // Enter takes the first option, so none is shown that is not what was searched for.
  const isSearched = search === typed && typed.length !== 1;
  const contacts = ((isSearched && found.data?.data) || []).filter(
    (contact: Contact) => !people.some(({ id }) => id === contact.id),
  );
  const add = (id: string) => {
    const contact = contacts.find((one) => one.id === id);
    if (contact) onChange({ people: [...people, { id, name: contactName(contact) }] });
  };
  return (
    <>
      <Suspense>
        <Combobox
          label={texts.addPerson}
          options={contacts.map((contact) => ({
            id: contact.id,
            label: contactName(contact),
            hint: contact.phone ?? '',
          }))}
          onType={(text) => setTyped(text.trim())}
          onChoose={add}
          charactersMax={100}
        />
      </Suspense>
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
              {texts.morePeople(people.length - shown.length)}{' '}
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
  person: Draft['people'][number];
  onRemove: () => void;
}

/** A link names people by their ids only. */
const Person = ({ person: { id, name }, onRemove }: PersonProps) => {
  const { data } = useLive('getContact', { id }, { everyMs: false, isEnabled: name === null, isAside: true });
  const label = name ?? (data ? contactName(data.data) : '…');
  return (
    <li className={styles.person}>
      <bdi className={styles.clipped}>{label}</bdi>
      <Button size="icon" variant="ghost" aria-label={texts.remove(label)} onPress={onRemove}>
        <X aria-hidden="true" />
      </Button>
    </li>
  );
};
