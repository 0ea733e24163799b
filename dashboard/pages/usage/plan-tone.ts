/** From here on the plan is nearly used. */
export const nearlyUsedShare = 0.8;

export const planTone = (used: number, limit: number): 'accent' | 'warn' | 'bad' => {
  if (used >= limit) return 'bad';
  return used >= nearlyUsedShare * limit ? 'warn' : 'accent';
};
