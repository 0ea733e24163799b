/**
 * The channel's own id of a phone number: its digits, but for three countries whose numbers it writes in another way.
 * Brazil loses the ninth digit, Mexico gets a 1 and Argentina a 9 after the country code.
 */
export const toWaId = (phone: string): string => {
  const digits = phone.replaceAll(/\D/g, '');
  return digits
    .replace(/^55(\d\d)9(\d{8})$/, '55$1$2')
    .replace(/^52(\d{10})$/, '521$1')
    .replace(/^54(?!9)(\d{10})$/, '549$1');
};

/** Whether this could be a phone number: punctuation is tolerated, letters are not. */
export const isPhoneNumber = (text: string): boolean => {
  const digits = text.replaceAll(/[\s()+.-]/g, '');
  return /^\d{7,15}$/.test(digits);
};
