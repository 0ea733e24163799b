import { useId } from 'react';
import { Link } from 'wouter';
import { type WebChatSettings, webChatLengthsMax } from '../../../functions/model/web-chat/settings.ts';
import { useLive } from '../../api/queries.ts';
import { Checkbox } from '../../components/controls/checkbox.tsx';
import { RadioGroup } from '../../components/controls/radio-group.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { useWorkspace } from '../../context/workspace.tsx';
import { webChatTexts } from '../../texts/en/web-chat.ts';
import { ColorField } from './color-field.tsx';
import type { Changes } from './draft.ts';
import { hoursWords } from './hours-words.ts';
import { QuestionsField } from './questions-field.tsx';
import { Segmented } from './segmented.tsx';
import { SitesField } from './sites-field.tsx';
import styles from './web-chat.module.css';

const texts = webChatTexts;

interface GroupProps {
  draft: WebChatSettings;
  mayEdit: boolean;
  onChange: (change: Changes) => void;
}

export const SettingsGroups = (props: GroupProps) => (
  <section aria-label={texts.settings} className={styles.groups}>
    <Look {...props} />
    <Words {...props} />
    <Where {...props} />
    <Email {...props} />
  </section>
);

const toFault = (text: string): string | undefined => (text.trim() === '' ? texts.save.missing : undefined);

const Look = ({ draft, mayEdit, onChange }: GroupProps) => (
  <div className={styles.group}>
    <h2>{texts.look.title}</h2>
    <TextField
      label={texts.look.name}
      value={draft.name}
      error={toFault(draft.name)}
      maxLength={webChatLengthsMax.name}
      onChange={(name) => onChange({ name })}
      autoComplete="off"
    />
    <ColorField
      value={draft.color}
      isDisabled={!mayEdit}
      hasButton={draft.position !== 'inline'}
      onChange={(color) => onChange({ color })}
    />
    <Segmented
      label={texts.look.position}
      hint={draft.position === 'inline' ? texts.look.inlineHint : texts.look.positionHint}
      value={draft.position}
      options={texts.look.positions}
      onChange={(position) => onChange({ position })}
    />
  </div>
);

const Words = ({ draft, mayEdit, onChange }: GroupProps) => (
  <div className={styles.group}>
    <h2>{texts.words.title}</h2>
    <TextField
      label={texts.words.greeting}
      value={draft.greeting}
      error={toFault(draft.greeting)}
      maxLength={webChatLengthsMax.greeting}
      onChange={(greeting) => onChange({ greeting })}
      autoComplete="off"
    />
    <TextField
      label={texts.words.introduction}
      hint={texts.words.introductionHint}
      value={draft.introduction}
      maxLength={webChatLengthsMax.introduction}
      onChange={(introduction) => onChange({ introduction })}
      autoComplete="off"
    />
    <QuestionsField value={draft.questions} isDisabled={!mayEdit} onChange={(questions) => onChange({ questions })} />
  </div>
);

const Where = ({ draft, mayEdit, onChange }: GroupProps) => (
  <div className={styles.group}>
    <h2>{texts.where.title}</h2>
    <SitesField
      value={draft.allowed_sites}
      isDisabled={!mayEdit}
      onChange={(allowed_sites) => onChange({ allowed_sites })}
    />
    <Hours />
    <Choice
      label={texts.where.answerTime}
      hint={texts.where.answerTimeHint}
      isOn={draft.shows_answer_time}
      onChange={(shows_answer_time) => onChange({ shows_answer_time })}
    />
    <Choice
      label={texts.where.page}
      hint={texts.where.pageHint}
      isOn={draft.sends_page}
      onChange={(sends_page) => onChange({ sends_page })}
    />
  </div>
);

/** They are those of the workspace, which other channels have, too. */
const Hours = () => {
  const { id } = useWorkspace();
  const { data } = useLive('getRouting', {}, { everyMs: 60_000, isAside: true });
  const hours = data?.data.office_hours;
  return (
    <div className={styles.field}>
      <span className={styles.label}>{texts.where.hours}</span>
      <span>{hours === undefined ? '…' : hoursWords(hours)}</span>
      <span className={styles.hint}>
        {hours && `${hours.time_zone}. `}
        <Link href={`/w/${id}/routing/hours`}>{texts.where.changeHours}</Link>
      </span>
    </div>
  );
};

interface ChoiceProps {
  label: string;
  hint: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

const Choice = ({ label, hint, isOn, onChange }: ChoiceProps) => {
  const id = useId();
  return (
    <Checkbox isSelected={isOn} onChange={onChange} aria-describedby={id}>
      <span className={styles.label}>{label}</span>
      <br />
      <span id={id} className={styles.hint}>
        {hint}
      </span>
    </Checkbox>
  );
};

const Email = ({ draft, onChange }: GroupProps) => (
  <div className={styles.group}>
    <h2>{texts.email.heading}</h2>
    <RadioGroup
      label={texts.email.title}
      value={draft.asks_email}
      options={(['away', 'before', 'never'] as const).map((value) => ({ value, ...texts.email.options[value] }))}
      onChange={(asks_email) => onChange({ asks_email })}
    />
  </div>
);
