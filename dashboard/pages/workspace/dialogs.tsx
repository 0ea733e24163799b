import { useState } from 'react';
import { countCharacters } from '../../../functions/model/characters.ts';
import { type ConsentChoice, listDefaults } from '../../../functions/model/contacts/consent-keywords.ts';
import { countryName, isCountry } from '../../../functions/model/contacts/country.ts';
import { type Workspace, workspaceNameCharactersMax } from '../../../functions/model/workspaces/workspace.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Select } from '../../components/controls/select.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { FormDialog } from '../../components/overlays/form-dialog.tsx';
import { useDraft } from '../../context/draft.ts';
import { keywordTexts, workspaceTexts } from '../../texts/en/workspace-settings.ts';
import { timeZones } from '../../texts/time-zones.ts';
import { allWords, KeywordField, type Keywords, keywordsFault } from './keyword-field.tsx';

const texts = workspaceTexts;

interface EditDialogProps {
  workspace: Workspace;
  onClose: () => void;
}

export const EditDialog = ({ workspace, onClose }: EditDialogProps) => {
  const update = useOperation('updateWorkspace', ['getWorkspace', 'getSession'], {
    done: texts.edit.done,
    onDone: onClose,
  });
  const [name, setName] = useDraft('name', workspace.name);
  const [country, setCountry] = useDraft('country', workspace.default_country);
  const [timeZone, setTimeZone] = useDraft('time-zone', workspace.time_zone);
  const [optOut, setOptOut] = useDraft('opt-out', toKeywords(workspace.opt_out_keywords, 'opt_out'));
  const [optIn, setOptIn] = useDraft('opt-in', toKeywords(workspace.opt_in_keywords, 'opt_in'));
  const [isChecked, setChecked] = useState(false);
  const faults = { name: nameFault(name), optOut: keywordsFault(optOut), optIn: keywordsFault(optIn) };

  const submit = () => {
    setChecked(true);
    if (Object.values(faults).some((fault) => fault !== undefined)) return;
    const changes = {
      ...(name.trim() === workspace.name ? {} : { name: name.trim() }),
      ...(country === workspace.default_country ? {} : { default_country: country }),
      ...(timeZone === workspace.time_zone ? {} : { time_zone: timeZone }),
      ...changesOf('opt_out', workspace.opt_out_keywords, optOut),
      ...changesOf('opt_in', workspace.opt_in_keywords, optIn),
    };
    if (Object.keys(changes).length === 0) return onClose();
    update.mutate({ input: changes });
  };
  return (
    <FormDialog
      title={texts.edit.title}
      action={texts.edit.submit}
      operation={update}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        hint={texts.edit.nameHint}
        error={isChecked ? faults.name : undefined}
        value={name}
        onChange={setName}
        isRequired
        autoFocus
        autoComplete="off"
      />
      <Select
        label={texts.country}
        hint={texts.countryHint}
        value={country}
        options={countries(workspace.default_country)}
        onChange={setCountry}
      />
      <Select
        label={texts.timeZone}
        hint={texts.timeZoneHint}
        value={timeZone}
        options={timeZones(timeZone)}
        onChange={setTimeZone}
      />
      <KeywordField
        label={keywordTexts.optOut}
        hint={keywordsHint(workspace.opt_out_keywords)}
        value={optOut}
        onChange={setOptOut}
        isChecked={isChecked}
      />
      <KeywordField
        label={keywordTexts.optIn}
        hint={keywordsHint(workspace.opt_in_keywords)}
        value={optIn}
        onChange={setOptIn}
        isChecked={isChecked}
      />
    </FormDialog>
  );
};

const nameFault = (name: string): string | undefined => {
  const length = countCharacters(name.trim());
  if (length === 0) return texts.edit.nameMissing;
  return length > workspaceNameCharactersMax ? texts.edit.nameTooLong(workspaceNameCharactersMax, length) : undefined;
};

/** The defaults stand there to be kept or removed: words of one's own replace them. */
const toKeywords = (list: readonly string[] | null, choice: ConsentChoice): Keywords => ({
  words: list ?? listDefaults(choice),
  typed: '',
});

/** Without any word, the defaults hold again. */
const changesOf = (choice: ConsentChoice, list: readonly string[] | null, value: Keywords) => {
  const words = allWords(value);
  const isSame = (other: readonly string[]) => words.join() === other.join();
  if (isSame(list ?? listDefaults(choice))) return {};
  return { [`${choice}_keywords`]: words.length === 0 || isSame(listDefaults(choice)) ? null : words };
};

/** A workspace whose operator turned the keywords off has an empty list. */
const keywordsHint = (list: readonly string[] | null): string =>
  list?.length === 0 ? keywordTexts.editNoneHint : keywordTexts.editHint;

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Every country by its name. The current one is among them, even if this browser does not know it. */
const countries = (current: string): { value: string; label: string }[] => {
  const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry);
  return [...new Set([current, ...codes])]
    .map((code) => ({ code, name: countryName(code) ?? code }))
    .sort((left, right) => left.name.localeCompare(right.name, 'en'))
    .map(({ code, name }) => ({ value: code, label: workspaceTexts.countryName(name, code) }));
};
