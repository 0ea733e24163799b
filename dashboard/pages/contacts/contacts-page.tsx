import BookUser from 'lucide-react/icons/book-user';
import X from 'lucide-react/icons/x';
import { Suspense, useState } from 'react';
import * as z from 'zod/mini';
import { channels } from '../../../functions/model/channels/channel.ts';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import { toProblem } from '../../api/problem.ts';
import { useLivePages } from '../../api/queries.ts';
import shared from '../../components/contacts/contacts.module.css';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { Button, PageLink } from '../../components/controls/button.tsx';
import fields from '../../components/controls/fields.module.css';
import { Filters } from '../../components/controls/filters.tsx';
import { SearchField } from '../../components/controls/search-field.tsx';
import { Select } from '../../components/controls/select.tsx';
import { useTagSearch } from '../../components/controls/tag-search.ts';
import { Empty } from '../../components/feedback/empty.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { contactsPath } from '../../context/paths.ts';
import { rankPeople } from '../../context/rank-people.ts';
import { useSearch } from '../../context/search.ts';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { contactPanelTexts } from '../../texts/en/contact-panel.ts';
import { contactTexts as texts } from '../../texts/en/contacts.ts';
import { usePhoneFormat } from '../../texts/phone.ts';
import { BulkBar, type Selection } from './bulk-bar.tsx';
import { ContactTable } from './contact-table.tsx';
import { type ContactFilter, toContactQuery } from './contact-values.ts';
import styles from './contacts.module.css';
import { SearchFurther } from './search-further.tsx';

const AddDialog = lazyComponent(() => import('./list-dialogs.tsx'), 'AddDialog');
const ContactDrawer = lazyComponent(() => import('./contact-drawer.tsx'), 'ContactDrawer');
const Combobox = lazyComponent(() => import('../../components/overlays/combobox.tsx'), 'Combobox');
const ColumnsDialog = lazyComponent(() => import('./list-dialogs.tsx'), 'ColumnsDialog');

const searchMax = 100;
const text = (max: number) => z.optional(z.string().check(z.minLength(1), z.maxLength(max)));

const search = {
  search: text(searchMax),
  tag: text(100),
  channel: z.optional(z.enum(channels)),
  consent: z.optional(z.enum(['opted_in', 'opted_out'])),
  contact: z.optional(z.uuid()),
  dialog: z.optional(z.enum(['add', 'columns'])),
};

export const ContactsPage = () => {
  const { id, name } = useWorkspace();
  const mayImport = useMay('admin');
  const [{ dialog, contact: contactId, ...filter }, setSearch] = useSearch(search);
  const [selection, setSelection] = useState<Selection>([]);
  const query = toContactQuery(filter);
  // The tables of numbers load while the contacts do.
  usePhoneFormat();
  const isFiltered = Object.keys(query).length > 0;
  const pages = useLivePages('listContacts', {}, { filter: query, everyMs: false, pollsFirstPage: true });
  const contacts = bestFirst(pages.data?.pages.flatMap(({ data }): Contact[] => data) ?? [], query.search);
  // The number is not valid, so no contact has it.
  const isNobody = query.phone !== undefined && pages.error !== null && toProblem(pages.error).status === 400;
  const change = (changes: Partial<typeof filter>) => {
    setSelection([]);
    setSearch(changes, { replace: true });
  };
  const add = (
    <Button variant="primary" onPress={() => setSearch({ dialog: 'add' })}>
      {texts.add}
    </Button>
  );
  const importAndAdd = (
    <>
      {mayImport && <PageLink href={`${contactsPath(id)}/import`}>{texts.import}</PageLink>}
      {add}
    </>
  );
  // A workspace that is older than the count has none, so the number is known once the last page is.
  const isWhole = !isFiltered && pages.data !== undefined && !pages.hasNextPage && contacts.length > 0;
  const total = pages.data?.pages[0]?.meta.total ?? (isWhole ? contacts.length : null);
  const close = () => setSearch({ dialog: undefined }, { replace: true });
  const listing = {
    ...pages,
    ...(isNobody ? { data: {}, error: null } : {}),
    ...(isFiltered ? { hasNextPage: false } : {}),
  };
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={total ? `${texts.lead} ${texts.total(total)}` : texts.lead}
        context={name}
        actions={importAndAdd}
      />
      <Card isFlush>
        <ContactFilters filter={filter} onChange={change} />
        <BulkBar
          selection={selection}
          filter={query}
          contacts={contacts}
          hasMore={pages.hasNextPage}
          total={isFiltered ? null : total}
          onChange={setSelection}
          aside={
            <Button size="small" onPress={() => setSearch({ dialog: 'columns' })}>
              {texts.chooseColumns}
            </Button>
          }
        />
        <Listing
          query={listing}
          failed={texts.loadFailed}
          isEmpty={contacts.length === 0}
          empty={
            !(isFiltered && pages.hasNextPage) && (
              <Empty
                icon={BookUser}
                title={isFiltered ? texts.noMatchTitle : texts.emptyTitle}
                action={isFiltered ? undefined : importAndAdd}
              >
                {isFiltered ? texts.noMatch : texts.empty}
              </Empty>
            )
          }
        >
          <ContactTable
            contacts={contacts}
            selection={selection}
            onSelect={setSelection}
            onOpen={({ id: contact }) => setSearch({ contact })}
          />
        </Listing>
        {isFiltered && query.phone === undefined && (pages.hasNextPage || contacts.length > 0) && (
          <p className={`muted ${styles.foot}`}>
            {pages.hasNextPage ? <SearchFurther pages={pages} isSearch={query.search !== undefined} /> : texts.noMore}
          </p>
        )}
      </Card>
      <Suspense>
        {contactId && (
          <ContactDrawer
            key={contactId}
            id={contactId}
            listed={contacts.find((contact) => contact.id === contactId)}
            onClose={() => setSearch({ contact: undefined }, { replace: true })}
          />
        )}
        {dialog === 'add' && <AddDialog onClose={close} />}
        {dialog === 'columns' && <ColumnsDialog contacts={contacts} onClose={close} />}
      </Suspense>
    </>
  );
};

const bestFirst = (contacts: Contact[], typed: string | undefined): Contact[] => {
  if (!typed) return contacts;
  const people = contacts.map((contact) => {
    const { email, company, social_username, external_id } = contact;
    return { contact, name: contact.name ?? '', others: [email, company, social_username, external_id] };
  });
  return rankPeople(people, typed).map(({ contact }) => contact);
};

interface ContactFiltersProps {
  filter: ContactFilter;
  onChange: (changes: Partial<ContactFilter>) => void;
}

const ContactFilters = ({ filter: { search: typed, tag, channel, consent }, onChange }: ContactFiltersProps) => {
  const isSet = Boolean(typed || tag || channel || consent);
  const none = { search: undefined, tag: undefined, channel: undefined, consent: undefined };
  const any = { value: '', label: texts.filters.any };
  return (
    <Filters
      label={texts.filters.label}
      search={
        <SearchField
          label={texts.search}
          value={typed ?? ''}
          charactersMax={searchMax}
          onChange={(value) => onChange({ search: value || undefined })}
        />
      }
      count={[tag, channel, consent].filter(Boolean).length}
      clear={texts.filters.clear}
      onClear={isSet ? () => onChange(none) : undefined}
    >
      <Suspense fallback={<Select label={texts.filters.tag} value="" options={[any]} onChange={() => undefined} />}>
        <TagFilter tag={tag} onChange={onChange} />
      </Suspense>
      <Select
        label={texts.filters.channel}
        value={channel ?? ''}
        onChange={(value) => onChange({ channel: channels.find((one) => one === value) })}
        options={[any, ...channels.map((value) => ({ value, label: contactPanelTexts.channels[value] }))]}
      />
      <Select
        label={texts.filters.consent}
        value={consent ?? ''}
        onChange={(value) => onChange({ consent: value === 'opted_in' || value === 'opted_out' ? value : undefined })}
        options={[
          any,
          { value: 'opted_in', label: texts.filters.optedIn },
          { value: 'opted_out', label: texts.filters.optedOut },
        ]}
      />
    </Filters>
  );
};

const TagFilter = ({ tag, onChange }: Pick<ContactFilter, 'tag'> & Pick<ContactFiltersProps, 'onChange'>) => {
  const [typed, setTyped] = useState('');
  const found = useTagSearch(typed);
  const { tag: label, any, clearTag } = texts.filters;
  return (
    <div className={fields.selectField}>
      <span className={fields.selectLabel}>{label}</span>
      {tag ? (
        <span className={shared.tag}>
          <span className="clipped">{tag}</span>
          <button type="button" aria-label={clearTag(tag)} onClick={() => onChange({ tag: undefined })}>
            <X aria-hidden="true" />
          </button>
        </span>
      ) : (
        <Combobox
          label={label}
          isLabelHidden
          placeholder={any}
          options={found.map((name) => ({ id: name, label: name }))}
          onType={setTyped}
          onChoose={(name) => onChange({ tag: name })}
          charactersMax={100}
        />
      )}
    </div>
  );
};
