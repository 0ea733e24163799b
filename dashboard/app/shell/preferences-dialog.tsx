import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Checkbox } from '../../components/controls/checkbox.tsx';
import { Select } from '../../components/controls/select.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx';
import { askForNotices } from '../../context/desktop-notices.ts';
import { type Preferences, setPreferences, usePreferences } from '../../context/preferences.ts';
import { preferenceTexts as texts } from '../../texts/en/preferences.ts';
import { en } from '../../texts/en.ts';
import styles from './overlays.module.css';

type Flag = { [Name in keyof Preferences]: Preferences[Name] extends boolean ? Name : never }[keyof Preferences];

/** Each choice holds at once. */
export const PreferencesDialog = ({ onClose }: { onClose: () => void }) => {
  const { noticesFor, afterClosing, desktopNotices } = usePreferences();
  const [answer, setAnswer] = useState<'granted' | 'blocked' | 'missing'>('granted');
  const switchNotices = async (isOn: boolean) => {
    const given = isOn ? await askForNotices(texts.desktopOn) : 'granted';
    setAnswer(given);
    setPreferences({ desktopNotices: isOn && given === 'granted' });
  };
  return (
    <Dialog title={en.shell.preferences} lead={texts.lead} onClose={onClose}>
      <Section title={texts.notices} hint={texts.noticesHint}>
        <Switch name="sound">{texts.sound}</Switch>
        <Checkbox isSelected={desktopNotices} onChange={(isOn) => void switchNotices(isOn)}>
          {texts.desktop}
        </Checkbox>
        {answer !== 'granted' && <Notice tone="warn" title={texts[answer]} isAlert />}
        {desktopNotices && <Switch name="showsText">{texts.showsText}</Switch>}
        <Choice
          label={texts.forLabel}
          value={noticesFor}
          texts={texts.noticesFor}
          onChange={(chosen) => setPreferences({ noticesFor: chosen })}
        />
      </Section>
      <Section title={texts.inbox} hint={texts.enterHint}>
        <Choice
          label={texts.afterLabel}
          value={afterClosing}
          texts={texts.afterClosing}
          onChange={(chosen) => setPreferences({ afterClosing: chosen })}
        />
        <Switch name="enterSends">{texts.enterSends}</Switch>
      </Section>
      <Section title={texts.tables} hint={texts.denseHint}>
        <Switch name="isDense">{texts.dense}</Switch>
      </Section>
      <Section title={texts.keyboard} hint={texts.singleKeysHint}>
        <Switch name="singleKeys">{texts.singleKeys}</Switch>
      </Section>
      <DialogActions>
        <Button variant="primary" onPress={onClose}>
          {texts.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

const Section = ({ title, hint, children }: { title: string; hint: string; children: ReactNode }) => (
  <section className={styles.section} aria-label={title}>
    <h3>{title}</h3>
    {children}
    <p className={styles.hint}>{hint}</p>
  </section>
);

const Switch = ({ name, children }: { name: Flag; children: string }) => (
  <Checkbox isSelected={usePreferences()[name]} onChange={(isOn) => setPreferences({ [name]: isOn })}>
    {children}
  </Checkbox>
);

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  texts: Record<Value, string>;
  onChange: (value: Value) => void;
}

const Choice = <Value extends string>({ label, value, texts: labels, onChange }: ChoiceProps<Value>) => (
  <Select
    label={label}
    value={value}
    options={Object.entries<string>(labels).map(([option, text]) => ({ value: option, label: text }))}
    onChange={(chosen) => onChange(chosen as Value)}
  />
);
