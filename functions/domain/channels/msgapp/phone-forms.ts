/**
 * All forms of a number under which its contact may be stored, E.164 first. The channel has its own form for mobile
 * numbers of three countries: Brazil without the ninth digit, Mexico with a 1 and Argentina with a 9 after the country
 * code (the 9 is correct E.164, but often left out).
 */
export const phoneForms = (phone: string): string[] => {
  const rule = rewriteRules.find(({ pattern }) => pattern.test(phone));
  if (!rule) return [phone];
  const otherForm = phone.replace(rule.pattern, rule.replacement);
  return rule.yieldsE164 ? [otherForm, phone] : [phone, otherForm];
};

interface RewriteRule {
  pattern: RegExp;
  replacement: string;
  yieldsE164: boolean;
}

const rewriteRules: readonly RewriteRule[] = [
  { pattern: /^\+55(\d\d)([6-9]\d{7})$/, replacement: '+55$19$2', yieldsE164: true },
  { pattern: /^\+55(\d\d)9([6-9]\d{7})$/, replacement: '+55$1$2', yieldsE164: false },
  { pattern: /^\+521(\d{10})$/, replacement: '+52$1', yieldsE164: true },
  { pattern: /^\+52(\d{10})$/, replacement: '+521$1', yieldsE164: false },
  { pattern: /^\+549(\d{10})$/, replacement: '+54$1', yieldsE164: false },
  { pattern: /^\+54(\d{10})$/, replacement: '+549$1', yieldsE164: true },
];
