import { useState } from 'react';
import * as z from 'zod/mini';
import { isOpen, nextClosing, nextOpening, type OfficeHours } from '../../../functions/model/routing/office-hours.ts';
import type { Routing, RoutingChanges } from '../../../functions/model/routing/routing.ts';
import type { Team } from '../../../functions/model/teams/team.ts';
import { useLive } from '../../api/queries.ts';
import { useTeams } from '../../api/teams.ts';
import { useOperation } from '../../api/use-operation.ts';
import content from '../../components/content/content.module.css';
import { ActionBar } from '../../components/controls/action-bar.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Form } from '../../components/controls/form.tsx';
import { Select } from '../../components/controls/select.tsx';
import { LeaveGuard } from '../../components/feedback/leave-guard.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { RoleNote } from '../../components/feedback/role-note.tsx';
import { useSearch } from '../../context/search.ts';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { hoursTexts as texts } from '../../texts/en/routing.ts';
import { locale } from '../../texts/locale.ts';
import { AwayCard, HolidaysCard } from './closed-cards.tsx';
import { areHoursValid, type HoursDraft, toHoursChanges, toHoursDraft } from './hours-draft.ts';
import styles from './routing.module.css';
import { WeekCard } from './week-card.tsx';

const search = { team: z.optional(z.uuid()) };

export const HoursTab = () => {
  const { role, name } = useWorkspace();
  const mayEdit = useMay('admin');
  const [{ team: teamId }, setSearch] = useSearch(search);
  const [isDirty, setDirty] = useState(false);
  const routing = useLive('getRouting', {});
  const workspace = useLive('getWorkspace', {});
  const teams = useTeams();
  const [saved, zone] = [routing.data?.data, workspace.data?.data.time_zone];
  const team = teams.find(({ id }) => id === teamId);
  const owners = [
    { value: '', label: texts.wholeWorkspace(name) },
    ...teams.map(({ id, name: label }) => ({ value: id, label })),
  ];
  return (
    <>
      {!mayEdit && <RoleNote role={role} required="admin" action={texts.manage} />}
      {teams.length > 0 && (
        // Unsaved hours belong to the chosen team or the workspace, so nobody chooses another one before they are saved.
        <fieldset disabled={isDirty} className={`${styles.narrow} ${styles.owner}`}>
          <Select
            label={texts.owner}
            value={team?.id ?? ''}
            options={owners}
            onChange={(id) => setSearch({ team: id || undefined }, { replace: true })}
            hint={isDirty ? texts.ownerHeld : ''}
          />
        </fieldset>
      )}
      <Listing query={routing} failed={texts.loadFailed} isEmpty={false} empty={null}>
        {/* The form shows what somebody else saves at once, unless it has unsaved changes. */}
        {saved && zone && !team && (
          <WorkspaceHours saved={saved} timeZone={zone} mayEdit={mayEdit} onDirty={setDirty} />
        )}
        {saved && zone && team && (
          <TeamHours
            key={team.id}
            team={team}
            usual={saved.office_hours}
            timeZone={zone}
            mayEdit={mayEdit}
            onDirty={setDirty}
          />
        )}
      </Listing>
    </>
  );
};

interface OwnHoursProps {
  timeZone: string;
  mayEdit: boolean;
  onDirty: (isDirty: boolean) => void;
}

const WorkspaceHours = ({ saved, timeZone, ...props }: OwnHoursProps & { saved: Routing }) => {
  const update = useOperation('updateRouting', ['getRouting'], { done: texts.done });
  return (
    <HoursForm
      {...props}
      saved={toHoursDraft(saved, timeZone)}
      state={describeState(saved.office_hours)}
      texts={texts.ofWorkspace}
      operation={update}
      onSave={(input, onSuccess) => update.mutate({ input }, { onSuccess })}
    />
  );
};

/** They begin with those of the workspace, which the team has until it has its own. */
const TeamHours = ({ team, usual, timeZone, ...props }: OwnHoursProps & { team: Team; usual: OfficeHours | null }) => {
  const update = useOperation('updateTeam', ['listTeams'], { done: texts.teamDone(team.name) });
  const { hours } = toHoursDraft({ office_hours: team.office_hours ?? usual }, timeZone);
  return (
    <HoursForm
      {...props}
      saved={{ isOn: team.office_hours !== null, hours }}
      state={describeState(team.office_hours ?? usual)}
      texts={texts.ofTeam}
      operation={update}
      onSave={(input, onSuccess) => update.mutate({ params: { id: team.id }, input }, { onSuccess })}
    />
  );
};

interface HoursFormProps extends Omit<OwnHoursProps, 'timeZone'> {
  saved: HoursDraft;
  state: { isOpen: boolean; words: string };
  texts: { isOn: string; off: string };
  operation: { error: Error | null; isPending: boolean };
  onSave: (changes: RoutingChanges, onSuccess: () => void) => void;
}

const HoursForm = ({ saved, state, texts: own, operation, mayEdit, onDirty, onSave }: HoursFormProps) => {
  const [changed, setChanged] = useState<HoursDraft>();
  const [isChecked, setChecked] = useState(false);
  const draft = changed ?? saved;
  const { away } = draft;
  const change = (fields: Partial<HoursDraft>) => {
    setChanged({ ...draft, ...fields });
    onDirty(true);
  };
  const reset = () => {
    setChanged(undefined);
    setChecked(false);
    onDirty(false);
  };
  const submit = () => {
    setChecked(true);
    if (areHoursValid(draft)) onSave(toHoursChanges(draft), reset);
  };
  return (
    <Form onSubmit={submit} className={content.grid}>
      <fieldset disabled={!mayEdit} className={content.grid}>
        <WeekCard draft={draft} state={changed ? unsaved : state} texts={own} isChecked={isChecked} onChange={change} />
        {draft.isOn && (
          <HolidaysCard
            holidays={draft.hours.holidays}
            isChecked={isChecked}
            mayEdit={mayEdit}
            onChange={(holidays) => change({ hours: { ...draft.hours, holidays } })}
          />
        )}
        {away && (
          <AwayCard
            away={away}
            hasHours={draft.isOn}
            isChecked={isChecked}
            onChange={(next) => change({ away: next })}
          />
        )}
      </fieldset>
      {operation.error && <Problem error={operation.error} />}
      {changed && (
        <ActionBar words={texts.notSaved}>
          <Button onPress={reset}>{texts.discard}</Button>
          <Button type="submit" variant="primary" isPending={operation.isPending}>
            {texts.save}
          </Button>
        </ActionBar>
      )}
      <LeaveGuard isDirty={changed !== undefined} />
    </Form>
  );
};

const unsaved = { isOpen: false, words: texts.notSaved };

const describeState = (hours: OfficeHours | null): { isOpen: boolean; words: string } => {
  const now = Date.now();
  if (!hours) return { isOpen: true, words: texts.state.always };
  const [isOpenNow, changeMs] = isOpen(hours, now) ? [true, nextClosing(hours, now)] : [false, nextOpening(hours, now)];
  const format = new Intl.DateTimeFormat(locale, {
    ...{ timeZone: hours.time_zone, weekday: 'short', hour: 'numeric', minute: '2-digit' },
    ...((changeMs ?? now) - now > 6 * 86_400_000 && { month: 'short', day: 'numeric' }),
  });
  const at = changeMs === undefined ? undefined : format.format(changeMs);
  return { isOpen: isOpenNow, words: isOpenNow ? texts.state.open(at) : texts.state.closed(at) };
};
