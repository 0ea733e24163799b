import {
  automaticReceipts,
  outages,
  type Playground,
  type PlaygroundSwitches,
  type SwitchChanges,
} from '../../../functions/model/playground/playground.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Card } from '../../components/content/card.tsx';
import content from '../../components/content/content.module.css';
import { Button } from '../../components/controls/button.tsx';
import { Checkbox } from '../../components/controls/checkbox.tsx';
import { Select } from '../../components/controls/select.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { playgroundTexts } from '../../texts/en/playground.ts';
import { toMagicNumber } from './customer.ts';
import styles from './playground.module.css';

const texts = playgroundTexts.channel;

interface ChannelCardProps {
  switches: PlaygroundSwitches;
  numbers: Playground['magic_numbers'];
  mayManage: boolean;
  onUse: (phone: string) => void;
}

export const SimulatedChannelCard = ({ switches, numbers, mayManage, onUse }: ChannelCardProps) => {
  const change = useOperation('setPlaygroundSwitches', ['getPlayground']);
  const set = (input: SwitchChanges) => change.mutate({ input });
  return (
    <Card title={texts.title}>
      <div className={content.section}>
        {mayManage && (
          <>
            <Select
              label={texts.outage}
              value={switches.outage}
              options={outages.map((value) => ({ value, label: texts.outages[value] }))}
              onChange={(value) => set({ outage: outages.find((each) => each === value) })}
            />
            <Select
              label={texts.receipts}
              value={switches.receipts}
              options={automaticReceipts.map((value) => ({ value, label: texts.receiptKinds[value] }))}
              onChange={(value) => set({ receipts: automaticReceipts.find((each) => each === value) })}
            />
            <Checkbox isSelected={switches.is_slow} onChange={(is_slow) => set({ is_slow })}>
              {texts.slow}
            </Checkbox>
            {change.error && <Problem error={change.error} title={texts.failed} />}
          </>
        )}
        <details>
          <summary className={styles.summary}>{texts.numbers}</summary>
          <p className={styles.muted}>{texts.numbersLead}</p>
          <ul className={styles.numbers}>
            {numbers.map(({ ending, meaning }) => (
              <li key={ending} className={styles.number}>
                <code>…{ending}</code>
                <span className={styles.meaning}>{meaning}</span>
                {mayManage && (
                  <Button
                    size="small"
                    variant="ghost"
                    aria-label={texts.numberLabel(ending)}
                    onPress={() => onUse(toMagicNumber(ending))}
                  >
                    {texts.number}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </details>
      </div>
    </Card>
  );
};
