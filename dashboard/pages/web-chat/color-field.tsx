import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { buttonContrast, nearColor, textOn } from '../../../functions/model/web-chat/contrast.ts';
import { TextField } from '../../components/controls/text-field.tsx';
import { webChatTexts } from '../../texts/en/web-chat.ts';
import { isColor } from './draft.ts';
import styles from './web-chat.module.css';

const texts = webChatTexts.look;

interface ColorFieldProps {
  value: string;
  isDisabled: boolean;
  hasButton: boolean;
  onChange: (color: string) => void;
}

export const ColorField = ({ value, isDisabled, hasButton, onChange }: ColorFieldProps) => {
  const known = isColor(value) ? value.toLowerCase() : '#ffffff';
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{texts.color}</legend>
      <div className={styles.color}>
        <input
          type="color"
          className={styles.swatch}
          aria-label={texts.color}
          value={known}
          disabled={isDisabled}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <TextField
          label={texts.hex}
          isLabelHidden
          isMonospaced
          value={value}
          isDisabled={isDisabled}
          error={isColor(value) ? undefined : texts.colorFault}
          onChange={(typed) => onChange(typed.trim())}
          autoComplete="off"
        />
      </div>
      <div role="status">{isColor(value) && <Checks color={known} hasButton={hasButton} onChange={onChange} />}</div>
    </fieldset>
  );
};

const ratio = (contrast: number): string => (Math.floor(contrast * 10) / 10).toFixed(1);

/** The text is chosen to be read, so only the round button on a white page can fail. */
const Checks = ({
  color,
  hasButton,
  onChange,
}: { color: string } & Pick<ColorFieldProps, 'hasButton' | 'onChange'>) => {
  const on = textOn(color);
  const button = buttonContrast(color);
  const near = nearColor(color);
  return (
    <ul className={styles.checks}>
      <li>
        <Check aria-hidden="true" className={styles.good} />
        <span>{(on.text === 'white' ? texts.whiteText : texts.darkText)(ratio(on.contrast))}</span>
      </li>
      {hasButton && button.isEnough && (
        <li>
          <Check aria-hidden="true" className={styles.good} />
          <span>{texts.button(ratio(button.contrast))}</span>
        </li>
      )}
      {hasButton && !button.isEnough && (
        <li>
          <TriangleAlert aria-hidden="true" className={styles.weak} />
          <span>
            {texts.weakButton(ratio(button.contrast))}{' '}
            <button type="button" className={styles.textButton} onClick={() => onChange(near)}>
              {texts.near(near)}
            </button>
          </span>
        </li>
      )}
    </ul>
  );
};
