let context: AudioContext | undefined;

/** Two short tones, without a file. Browsers allow it once the visitor has clicked. */
export const playTone = (): void => {
  context ??= new AudioContext();
  const start = context.currentTime;
  for (const [index, frequency] of [660, 880].entries()) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.08, start + index * 0.12);
    volume.gain.exponentialRampToValueAtTime(0.001, start + index * 0.12 + 0.25);
    tone.connect(volume).connect(context.destination);
    tone.start(start + index * 0.12);
    tone.stop(start + index * 0.12 + 0.25);
  }
};
