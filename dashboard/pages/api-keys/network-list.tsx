import { useState } from 'react';
import { apiKeyTexts } from '../../texts/en/api-keys.ts';
import { MoreButton } from './more-button.tsx';
import styles from './network-list.module.css';
import { networkWords } from './network-words.ts';

const shownMax = 1;
const texts = apiKeyTexts;

export const NetworkList = ({ name, networks }: { name: string; networks: readonly string[] }) => {
  const [isExpanded, setExpanded] = useState(false);
  const hidden = networks.length - shownMax;
  return (
    <span className={styles.networks}>
      {texts.onlyFrom}
      {(isExpanded ? networks : networks.slice(0, shownMax)).map((cidr) => (
        <code key={cidr}>{networkWords(cidr)}</code>
      ))}
      {hidden > 0 && (
        <MoreButton
          hidden={hidden}
          label={isExpanded ? texts.fewerNetworks(name) : texts.showNetworks(hidden, name)}
          isExpanded={isExpanded}
          onChange={setExpanded}
        />
      )}
    </span>
  );
};
