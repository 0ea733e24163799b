export type Tone = 'ok' | 'warn' | 'bad' | 'off';
