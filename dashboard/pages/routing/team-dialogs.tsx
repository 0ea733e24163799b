import { useState } from 'react';
import { palette } from '../../../functions/model/contacts/tag.ts';
import type { Team } from '../../../functions/model/teams/team.ts';
import { noAutoAssign, openMaxMax } from '../../../functions/model/turns/turn.ts';
import { useLive } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Checkbox, CheckboxGroup } from '../../components/controls/checkbox.tsx';
import field from '../../components/controls/fields.module.css';
import { Select } from '../../components/controls/select.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { Confirm } from '../../components/overlays/confirm.tsx';
import { FormDialog } from '../../components/overlays/form-dialog.tsx';
import { useDraft } from '../../context/draft.ts';
import { teamTexts } from '../../texts/en/teams.ts';
import styles from './teams.module.css';

const texts = teamTexts.form;
const lists = ['listTeams', 'listTeamWork'] as const;

/** Without a team it creates one. */
export const TeamDialog = ({ team, onClose }: { team?: Team; onClose: () => void }) => {
  const members = useLive('listMembers', {}).data?.data ?? [];
  const [name, setName] = useDraft('name', team?.name ?? '');
  const [color, setColor] = useState<string>(team?.color ?? palette[7]);
  const [memberIds, setMemberIds] = useState<readonly string[]>(team?.member_ids ?? []);
  const [isAssigning, setAssigning] = useState(team?.auto_assign.is_on ?? false);
  const [openMax, setOpenMax] = useState(String(team?.auto_assign.open_max ?? noAutoAssign.open_max));
  const isOpenMaxValid = /^[1-9]\d*$/.test(openMax) && Number(openMax) <= openMaxMax;
  const [isChecked, setChecked] = useState(false);
  const create = useOperation('createTeam', lists, { done: texts.created(name), onDone: onClose });
  const update = useOperation('updateTeam', lists, { done: texts.changed(name), onDone: onClose });
  const submit = () => {
    setChecked(true);
    if (name.trim() === '' || (isAssigning && !isOpenMaxValid)) return;
    const auto_assign = { is_on: isAssigning, ...(isOpenMaxValid && { open_max: Number(openMax) }) };
    const chosen = palette.find((one) => one === color) ?? palette[0];
    const input = { name, color: chosen, member_ids: [...memberIds], auto_assign };
    if (team) update.mutate({ params: { id: team.id }, input });
    else create.mutate({ input });
  };
  return (
    <FormDialog
      title={team ? texts.editTitle(team.name) : texts.createTitle}
      action={team ? texts.save : teamTexts.create}
      operation={team ? update : create}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        error={isChecked && name.trim() === '' ? texts.missing : undefined}
        value={name}
        onChange={setName}
        maxLength={80}
        autoComplete="off"
        isRequired
        autoFocus
      />
      <div className={styles.color}>
        <Select
          label={texts.color}
          value={color}
          options={palette.map((value, index) => ({ value, label: teamTexts.colors[index] ?? value }))}
          onChange={setColor}
          hint=""
        />
        <svg width={18} height={18} aria-hidden="true">
          <circle cx={9} cy={9} r={9} fill={color} />
        </svg>
      </div>
      <CheckboxGroup
        label={texts.members}
        value={[...memberIds]}
        onChange={setMemberIds}
        options={members.map(({ user_id: value, name: label, email: hint }) => ({ value, label, hint }))}
      />
      <div className={field.field}>
        <Checkbox isSelected={isAssigning} onChange={setAssigning}>
          {texts.assigns}
        </Checkbox>
        <p className={field.fieldHint}>{texts.assignsHint}</p>
      </div>
      {isAssigning && (
        <TextField
          label={texts.openMax}
          hint={texts.openMaxHint}
          error={isChecked && !isOpenMaxValid ? texts.openMaxFault : undefined}
          value={openMax}
          onChange={setOpenMax}
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
        />
      )}
    </FormDialog>
  );
};

export const DeleteDialog = ({ team, onClose }: { team: Team; onClose: () => void }) => {
  const { title, lead, done } = teamTexts.delete;
  const remove = useOperation('deleteTeam', lists, { done: done(team.name), onDone: onClose });
  return (
    <Confirm
      title={title(team.name)}
      action={teamTexts.remove}
      operation={remove}
      onConfirm={() => remove.mutate({ params: { id: team.id } })}
      onClose={onClose}
    >
      {lead}
    </Confirm>
  );
};
