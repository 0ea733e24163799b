/**
 * The forms of a number under which its contact may be known, the one of E.164 first. The channel writes the mobile
 * numbers of three countries in its own way: Brazil's without the ninth digit, Mexico's with a 1 and Argentina's with
 * a 9 after the country code, which there is right, yet seldom written.
 */
export const phoneForms = (phone: string): string[] => {
  const rule = rules.find(({ from }) => from.test(phone));
  if (!rule) return [phone];
  const other = phone.replace(rule.from, rule.to);
  return rule.isBetter ? [other, phone] : [phone, other];
};

interface Rule {
  from: RegExp;
  to: string;
  /** Whether the form that the rule gives is the one of E.164. */
  isBetter: boolean;
}

const rules: readonly Rule[] = [
  { from: /^\+55(\d\d)([6-9]\d{7})$/, to: '+55$19$2', isBetter: true },
  { from: /^\+55(\d\d)9([6-9]\d{7})$/, to: '+55$1$2', isBetter: false },
  { from: /^\+521(\d{10})$/, to: '+52$1', isBetter: true },
  { from: /^\+52(\d{10})$/, to: '+521$1', isBetter: false },
  { from: /^\+549(\d{10})$/, to: '+54$1', isBetter: false },
  { from: /^\+54(\d{10})$/, to: '+549$1', isBetter: true },
];
