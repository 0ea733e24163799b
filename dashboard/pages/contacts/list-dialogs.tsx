import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { findAttributeName } from '../../../functions/model/contacts/attributes.ts';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import type { ListedSegment } from '../../../functions/model/segments/segment.ts';
import { useLive, useLivePages } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Button } from '../../components/controls/button.tsx';
import { CheckboxGroup } from '../../components/controls/checkbox.tsx';
import { Select } from '../../components/controls/select.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { FormDialog, TextDialog } from '../../components/overlays/form-dialog.tsx';
import { useDraft } from '../../context/draft.ts';
import { contactsPath } from '../../context/paths.ts';
import { columnsOf, setPreferences, usePreferences } from '../../context/preferences.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { contactName } from '../../texts/contact-name.ts';
import { contactDialogTexts } from '../../texts/en/contact-dialogs.ts';
import { contactTexts } from '../../texts/en/contacts.ts';
import { en } from '../../texts/en.ts';
import { savedPhone, usePhoneFormat } from '../../texts/phone.ts';

const addTexts = contactDialogTexts.add;
const blank = { phone: '', name: '', email: '', company: '', tags: '' };

/** Looks the number up first, so a contact that has it is shown and not changed. */
export const AddDialog = ({ onClose }: { onClose: () => void }) => {
  const { id: workspaceId } = useWorkspace();
  const [fields, setFields] = useDraft('contact', blank);
  const [isChecked, setChecked] = useState(false);
  const [existing, setExisting] = useState<Contact>();
  const formatPhone = usePhoneFormat();
  const { data: workspace } = useLive('getWorkspace', {}, { everyMs: false, isAside: true });
  const saved = savedPhone(fields.phone, workspace?.data.default_country ?? '');
  const create = useOperation('createContact', ['listContacts', 'listTags'], {
    done: ({ data }) => addTexts.done(contactName(data), formatPhone(data.phone ?? '')),
    onDone: onClose,
  });
  const find = useOperation('listContacts', [], {
    onDone: ({ data: [found] }) => {
      setExisting(found);
      if (!found) create.mutate({ input: toInput(fields) });
    },
  });
  const submit = () => {
    setChecked(true);
    create.reset();
    if (fields.phone.trim()) find.mutate({ input: { phone: fields.phone.trim() } });
  };
  const field = (name: keyof typeof blank) => ({
    label: addTexts[name],
    value: fields[name],
    onChange: (value: string) => {
      if (name === 'phone') setExisting(undefined);
      setFields({ ...fields, [name]: value });
    },
    autoComplete: 'off',
  });
  const isMissing = isChecked && fields.phone.trim() === '';
  return (
    <FormDialog
      title={contactTexts.add}
      lead={addTexts.lead}
      action={contactTexts.add}
      operation={find.isPending || find.error ? find : create}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        {...field('phone')}
        type="tel"
        hint={saved ? addTexts.savedAs(saved) : addTexts.phoneHint}
        error={isMissing ? addTexts.missing : undefined}
        maxLength={40}
        isRequired
        autoFocus
      />
      <TextField {...field('name')} maxLength={255} />
      <TextField {...field('email')} maxLength={320} />
      <TextField {...field('company')} maxLength={255} />
      <TextField {...field('tags')} hint={addTexts.tagsHint} maxLength={1_000} />
      {existing && (
        <Notice
          tone="info"
          isAlert
          title={addTexts.belongs(contactName(existing))}
          actions={<Link href={contactsPath(workspaceId, existing.id)}>{addTexts.open}</Link>}
        />
      )}
    </FormDialog>
  );
};

const toInput = ({ phone, tags, ...texts }: typeof blank) => ({
  phone: phone.trim(),
  tags: tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean),
  ...Object.fromEntries(
    Object.entries(texts)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value),
  ),
});

const bulkTexts = contactTexts.bulk;

interface TagDialogProps {
  kind: 'add' | 'remove';
  onTag: (tag: string) => void;
  onClose: () => void;
}

export const TagDialog = ({ kind, onTag, onClose }: TagDialogProps) => {
  const [tag, setTag] = useState('');
  const title = kind === 'add' ? bulkTexts.addTag : bulkTexts.removeTag;
  return (
    <TextDialog
      title={title}
      action={title}
      field={{ label: bulkTexts.tag, value: tag, onChange: setTag, maxLength: 100 }}
      missing={bulkTexts.missing}
      onSubmit={onTag}
      onClose={onClose}
    />
  );
};

/** Filters may fill the first pages, so it looks through some of them for a list. */
const pagesMax = 10;

interface SegmentDialogProps {
  onSegment: (segment: { id: string; name: string }) => void;
  onClose: () => void;
}

export const SegmentDialog = ({ onSegment, onClose }: SegmentDialogProps) => {
  const query = useLivePages('listSegments', {}, { everyMs: false, filter: { limit: '100' } });
  const { data, error, hasNextPage, isFetching, fetchNextPage } = query;
  const lists = data?.pages.flatMap((page): ListedSegment[] => page.data).filter(({ kind }) => kind === 'static') ?? [];
  const isLooking =
    hasNextPage && lists.length === 0 && !isFetching && error === null && (data?.pages.length ?? 0) < pagesMax;
  useEffect(() => {
    if (isLooking) void fetchNextPage();
  }, [isLooking, fetchNextPage]);
  const [id, setId] = useState('');
  const chosen = lists.find((list) => list.id === id) ?? lists[0];
  return (
    <FormDialog
      title={bulkTexts.addToSegment}
      action={bulkTexts.addToSegment}
      problem={error && <Problem error={error} />}
      isDisabled={!chosen}
      onSubmit={() => chosen && onSegment(chosen)}
      onClose={onClose}
    >
      {data && !hasNextPage && lists.length === 0 && <p>{bulkTexts.noSegment}</p>}
      {lists.length > 0 && (
        <Select
          label={bulkTexts.segment}
          hint={bulkTexts.segmentHint}
          value={chosen?.id ?? ''}
          options={lists.map((list) => ({ value: list.id, label: list.name }))}
          onChange={setId}
        />
      )}
      {hasNextPage && (
        <Button size="small" onPress={() => void fetchNextPage()} isPending={isFetching}>
          {en.list.more}
        </Button>
      )}
    </FormDialog>
  );
};

const { address, email, channels, tags, added } = contactTexts.columns;
const fixedColumns = Object.entries({ address, email, channels, tags, added });

interface ColumnsDialogProps {
  /** The contacts on the page, whose attributes can be shown. */
  contacts: readonly Contact[];
  onClose: () => void;
}

export const ColumnsDialog = ({ contacts, onClose }: ColumnsDialogProps) => {
  const { id } = useWorkspace();
  const preferences = usePreferences();
  const shown = columnsOf(preferences, id);
  const [chosen, setChosen] = useState(shown);
  const names = shown.flatMap((column) => findAttributeName(column) ?? []);
  const found = contacts.flatMap((contact) => Object.keys(contact.attributes));
  const attributes = [...new Set([...names, ...found])].sort().map((name) => [`attributes.${name}`, name] as const);
  const options = [...fixedColumns, ...attributes].map(([value, label]) => ({ value, label }));
  const save = () => {
    const columns = options.map(({ value }) => value).filter((value) => chosen.includes(value));
    setPreferences({ contactColumns: { ...preferences.contactColumns, [id]: columns } });
    onClose();
  };
  const { label, hint, save: saveAction } = contactDialogTexts.choose;
  return (
    <FormDialog title={contactTexts.chooseColumns} action={saveAction} onSubmit={save} onClose={onClose}>
      <CheckboxGroup label={label} hint={hint} value={[...chosen]} onChange={setChosen} options={options} />
    </FormDialog>
  );
};
