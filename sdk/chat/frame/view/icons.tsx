const paths = {
  dots: 'M11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M18 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M4 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0',
  cross: 'M18 6 6 18M6 6l12 12',
  file: 'M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.7.7l3.6 3.6A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5M10 9H8M16 13H8M16 17H8',
  checks: 'M18 6 7 17l-5-5m20-2-7.5 7.5L13 16',
  alert: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M12 8v4M12 16h.01',
  clip: 'm16 6-8.414 8.586a2 2 0 0 0 2.829 2.829l8.414-8.586a4 4 0 1 0-5.657-5.657l-8.379 8.551a6 6 0 1 0 8.485 8.485l8.379-8.551',
  smile: 'M15 10V9M16.5 15a6 6 0 0 1-9 0M9 10V9M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0',
  up: 'm5 12 7-7 7 7M12 19V5',
  down: 'M12 5v14M19 12l-7 7-7-7',
  right: 'M5 12h14m-7-7 7 7-7 7',
  reply: 'M20 18v-2a4 4 0 0 0-4-4H4M9 17l-5-5 5-5',
  clock: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M12 6v6l4 2',
  offline:
    'M12 20h.01M8.5 16.4a5 5 0 0 1 7 0M5 12.9a10 10 0 0 1 5.2-2.7M19 12.9a10 10 0 0 0-2-1.5M2 8.8a15 15 0 0 1 4.2-2.6M22 8.8A15 15 0 0 0 10.7 5M2 2l20 20',
  verified: 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0M9 12l2 2 4-4',
} as const;

export const Icon = ({ name, size = 18 }: { name: keyof typeof paths; size?: number }) => (
  <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);

const mouths = [
  'M8 17c1-2 2.4-2.8 4-2.8s3 .8 4 2.8',
  'M8.5 16c1-1 2.2-1.3 3.5-1.3s2.5.3 3.5 1.3',
  'M8.5 15h7',
  'M8.5 14.5c1 1 2.2 1.4 3.5 1.4s2.5-.4 3.5-1.4',
  'M7.5 13.5c.8 2.6 2.4 3.8 4.5 3.8s3.7-1.2 4.5-3.8z',
];

/** From 1, the worst, to 5. */
export const Face = ({ score }: { score: number }) => (
  <svg class="icon" width="28" height="28" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="10" />
    <path d="M9 9.5h.01M15 9.5h.01" stroke-width="2.4" />
    <path d={mouths[score - 1]} />
  </svg>
);
