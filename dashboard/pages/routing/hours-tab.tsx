import { useState } from 'react';
import { isOpen, nextClosing, nextOpening, type OfficeHours } from '../../../functions/model/routing/office-hours.ts';
import type { Routing } from '../../../functions/model/routing/routing.ts';
import { useLive } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import content from '../../components/content/content.module.css';
import { Button } from '../../components/controls/button.tsx';
import { Form } from '../../components/controls/form.tsx';
import { LeaveGuard } from '../../components/feedback/leave-guard.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { RoleNote } from '../../components/feedback/role-note.tsx';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { hoursTexts as texts } from '../../texts/en/routing.ts';
import { locale } from '../../texts/locale.ts';
import { AwayCard, HolidaysCard } from './closed-cards.tsx';
import { type HoursDraft, isValid, toChanges, toDraft } from './hours-draft.ts';
import styles from './routing.module.css';
import { WeekCard } from './week-card.tsx';

export const HoursTab = () => {
  const { role } = useWorkspace();
  const mayEdit = useMay('admin');
  const routing = useLive('getRouting', {});
  const workspace = useLive('getWorkspace', {});
  const [saved, zone] = [routing.data?.data, workspace.data?.data.time_zone];
  return (
    <>
      {!mayEdit && <RoleNote role={role} required="admin" action={texts.manage} />}
      <Listing query={routing} failed={texts.loadFailed} isEmpty={false} empty={null}>
        {/* What somebody else saves meanwhile shows at once, unless something is typed. */}
        {saved && zone && <HoursForm saved={saved} timeZone={zone} mayEdit={mayEdit} />}
      </Listing>
    </>
  );
};

interface HoursFormProps {
  saved: Routing;
  timeZone: string;
  mayEdit: boolean;
}

const HoursForm = ({ saved, timeZone, mayEdit }: HoursFormProps) => {
  const [changed, setChanged] = useState<HoursDraft>();
  const [isChecked, setChecked] = useState(false);
  const update = useOperation('updateRouting', ['getRouting'], { done: texts.done });
  const draft = changed ?? toDraft(saved, timeZone);
  const change = (fields: Partial<HoursDraft>) => setChanged({ ...draft, ...fields });
  const reset = () => {
    setChanged(undefined);
    setChecked(false);
  };
  const submit = () => {
    setChecked(true);
    if (isValid(draft)) update.mutate({ input: toChanges(draft) }, { onSuccess: reset });
  };
  return (
    <Form onSubmit={submit} className={content.grid}>
      <fieldset disabled={!mayEdit} className={content.grid}>
        <WeekCard draft={draft} state={describeState(saved.office_hours)} isChecked={isChecked} onChange={change} />
        {draft.isOn && (
          <HolidaysCard
            holidays={draft.hours.holidays}
            isChecked={isChecked}
            mayEdit={mayEdit}
            onChange={(holidays) => change({ hours: { ...draft.hours, holidays } })}
          />
        )}
        <AwayCard away={draft.away} hasHours={draft.isOn} isChecked={isChecked} onChange={(away) => change({ away })} />
      </fieldset>
      {update.error && <Problem error={update.error} />}
      {mayEdit && (
        <div className={styles.row}>
          <Button type="submit" variant="primary" isPending={update.isPending}>
            {texts.save}
          </Button>
          {changed && <Button onPress={reset}>{texts.discard}</Button>}
        </div>
      )}
      <LeaveGuard isDirty={changed !== undefined} />
    </Form>
  );
};

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
