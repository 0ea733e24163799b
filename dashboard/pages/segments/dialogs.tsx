import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import type { ListedSegment } from '../../../functions/model/segments/segment.ts';
import { membersPerCallMax } from '../../../functions/model/segments/segment.ts';
import { toProblem } from '../../api/problem.ts';
import { useLive, useLivePages } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { CheckboxGroup } from '../../components/controls/checkbox.tsx';
import { SearchField } from '../../components/controls/search-field.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { Confirm, ConfirmByName } from '../../components/overlays/confirm.tsx';
import { FormDialog } from '../../components/overlays/form-dialog.tsx';
import { contactName } from '../../texts/contact-name.ts';
import { segmentTexts } from '../../texts/en/segments.ts';
import { usePhoneFormat } from '../../texts/phone.ts';
import { toContactQuery } from '../contacts/contact-values.ts';
import { SearchFurther } from '../contacts/search-further.tsx';

interface DeleteDialogProps {
  segment: ListedSegment;
  onDeleted: () => void;
  onClose: () => void;
}

/** Opens once it is known what uses the segment. The name is typed only if something would fail. */
export const DeleteDialog = ({ segment: { id, name }, onDeleted, onClose }: DeleteDialogProps) => {
  const { title, action, lead, waiting, unknown, done } = segmentTexts.remove;
  const queries = useQueryClient();
  const uses = useLive('listSegmentUses', { id }, { everyMs: false, input: { limit: '100' }, isAside: true });
  const remove = useOperation('deleteSegment', ['listSegments', 'listContactSegments'], {
    done: done(name),
    onDone: () => {
      // Its page must not show what is kept of it; the row that shows its size goes by itself.
      void queries.invalidateQueries({ queryKey: ['getSegment', { id }], refetchType: 'none' });
      onDeleted();
    },
  });
  if (uses.isPending) return null;
  const waitingCount = uses.data?.data.filter(({ is_waiting }) => is_waiting).length;
  const props = {
    title: title(name),
    action,
    operation: remove,
    onConfirm: () => remove.mutate({ params: { id } }),
    onClose,
  };
  if (waitingCount === 0) return <Confirm {...props}>{lead}</Confirm>;
  return (
    <ConfirmByName {...props} name={name}>
      {lead} {waitingCount === undefined ? unknown : waiting(waitingCount)}
    </ConfirmByName>
  );
};

const texts = segmentTexts.add;
const searchMax = 100;

interface AddPeopleDialogProps {
  segmentId: string;
  onClose: () => void;
}

export const AddPeopleDialog = ({ segmentId, onClose }: AddPeopleDialogProps) => {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<readonly Contact[]>([]);
  const [pasted, setPasted] = useState('');
  const [isChecked, setChecked] = useState(false);
  const add = useOperation('addSegmentContacts', ['listSegmentContacts', 'getSegment', 'listContactSegments'], {
    done: ({ data }) => texts.result(data),
    onDone: onClose,
  });
  const phones = pasted
    .split(/[\n;,]/)
    .map((line) => line.trim())
    .filter(Boolean);
  const total = chosen.length + phones.length;
  const fault = total === 0 ? texts.missing : total > membersPerCallMax ? texts.tooMany(membersPerCallMax) : undefined;
  const submit = () => {
    setChecked(true);
    if (fault) return;
    const contact_ids = chosen.map(({ id }) => id);
    add.mutate({ params: { id: segmentId }, input: { contact_ids, phones } });
  };
  return (
    <FormDialog title={texts.action} action={texts.action} operation={add} onSubmit={submit} onClose={onClose}>
      <SearchField label={texts.search} value={search} charactersMax={searchMax} onChange={setSearch} autoFocus />
      <Found search={search} chosen={chosen} onChange={setChosen} />
      <TextField
        label={texts.phones}
        hint={texts.phonesHint}
        error={isChecked ? fault : undefined}
        value={pasted}
        onChange={setPasted}
        maxLength={40_000}
        autoComplete="off"
        isMultiline
      />
    </FormDialog>
  );
};

interface FoundProps {
  search: string;
  chosen: readonly Contact[];
  onChange: (chosen: readonly Contact[]) => void;
}

/** People who were chosen stay, even when the next search does not find them. */
const Found = ({ search, chosen, onChange }: FoundProps) => {
  const input = toContactQuery({ search, tag: undefined, channel: undefined, consent: undefined });
  const isSearched = Object.keys(input).length > 0;
  const pages = useLivePages(
    'listContacts',
    {},
    { everyMs: false, filter: { ...input, limit: '20' }, isEnabled: isSearched, isCostly: true },
  );
  const { data, error, hasNextPage } = pages;
  const found = (isSearched && data?.pages.flatMap((page): Contact[] => page.data)) || [];
  const listed = [...chosen, ...found.filter(({ id }) => !chosen.some((one) => one.id === id))];
  // No contact has an invalid number.
  const isInvalid = error !== null && toProblem(error).status === 400;
  const isNone = isSearched && found.length === 0 && (isInvalid || (data !== undefined && !hasNextPage));
  return (
    <>
      {listed.length > 0 && <People listed={listed} chosen={chosen} onChange={onChange} />}
      {isSearched && error && !isInvalid && <Problem error={error} onRetry={() => void pages.refetch()} />}
      {isNone && <p className="muted">{texts.none}</p>}
      {isSearched && hasNextPage && (
        <p className="muted">
          <SearchFurther pages={pages} />
        </p>
      )}
    </>
  );
};

const People = ({ listed, chosen, onChange }: Omit<FoundProps, 'search'> & { listed: readonly Contact[] }) => {
  const formatPhone = usePhoneFormat();
  return (
    <CheckboxGroup
      label={texts.found}
      aside={<span className="muted">{texts.chosen(chosen.length)}</span>}
      value={chosen.map(({ id }) => id)}
      onChange={(ids) => onChange(listed.filter(({ id }) => ids.includes(id)))}
      options={listed.map((contact) => ({
        value: contact.id,
        label: <bdi>{contactName(contact)}</bdi>,
        hint: contact.name
          ? ((contact.phone && formatPhone(contact.phone)) ?? contact.company ?? undefined)
          : undefined,
      }))}
    />
  );
};
