export const languages = ['node', 'python', 'php', 'go', 'ruby'] as const;

export type Language = (typeof languages)[number];

/** In examples/verify-signature. */
export const fileNames: Record<Language, string> = {
  node: 'verify.mjs',
  python: 'verify.py',
  php: 'verify.php',
  go: 'verify.go',
  ruby: 'verify.rb',
};
