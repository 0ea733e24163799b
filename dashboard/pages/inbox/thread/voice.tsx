import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useRef, useState } from 'react';
import { inboxPartsTexts } from '../../../texts/en/inbox-parts.ts';
import { playTime } from '../words/ages.ts';
import styles from './thread.module.css';

const texts = inboxPartsTexts.voice;

const rates = [1, 1.5, 2] as const;
const rateKey = 'switchboard.voice-rate';

/** A fixed pattern for each message: the real waveform would need the whole file before it plays. */
const barsOf = (id: string): number[] =>
  Array.from({ length: 36 }, (_, index) => 25 + ((id.charCodeAt(index % id.length) * (index + 7)) % 75));

export const Voice = ({ url, id, seconds }: { url: string; id: string; seconds: number | null }) => {
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(seconds ?? 0);
  const [rate, setRate] = useState(() => Number(localStorage.getItem(rateKey)) || 1);
  const toggle = () => {
    const player = audio.current;
    if (!player) return;
    player.playbackRate = rate;
    if (player.paused) void player.play().catch(() => setPlaying(false));
    else player.pause();
  };
  const nextRate = () => {
    const next = rates[(rates.indexOf(rate as (typeof rates)[number]) + 1) % rates.length] ?? 1;
    localStorage.setItem(rateKey, String(next));
    if (audio.current) audio.current.playbackRate = next;
    setRate(next);
  };
  const played = length > 0 ? at / length : 0;
  return (
    <div className={styles.voice}>
      {/* biome-ignore lint/a11y/useMediaCaption: a customer's voice message has no captions. */}
      <audio
        ref={audio}
        src={url}
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onLoadedMetadata={({ currentTarget: { duration } }) => Number.isFinite(duration) && setLength(duration)}
      />
      <button
        type="button"
        className={`bare ${styles.play}`}
        aria-label={isPlaying ? texts.pause : texts.play}
        onClick={toggle}
      >
        {isPlaying ? <Pause aria-hidden="true" size={18} /> : <Play aria-hidden="true" size={18} />}
      </button>
      <span className={styles.track}>
        <svg viewBox="0 0 180 24" preserveAspectRatio="none" aria-hidden="true">
          {barsOf(id).map((height, index) => (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: the bars never move.
              key={index}
              x={index * 5}
              y={12 - (height * 12) / 100}
              width="2.5"
              height={(height * 24) / 100}
              rx="1"
              data-played={index / 36 < played || undefined}
            />
          ))}
        </svg>
        <input
          type="range"
          aria-label={texts.position}
          min={0}
          max={length || 1}
          step="any"
          value={at}
          onChange={({ currentTarget }) => {
            if (audio.current) audio.current.currentTime = Number(currentTarget.value);
          }}
        />
      </span>
      <span className={styles.clock}>{playTime(isPlaying || at > 0 ? at : length)}</span>
      <button type="button" className={`bare ${styles.rate}`} aria-label={texts.speed(rate)} onClick={nextRate}>
        {rate}×
      </button>
    </div>
  );
};
