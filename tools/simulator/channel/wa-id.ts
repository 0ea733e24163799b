/** The channel rewrites three countries: Brazil loses the ninth digit, Mexico gains a 1 and Argentina a 9. */
export const toWaId = (phone: string): string => {
  const digits = phone.replaceAll(/\D/g, '');
  return digits
    .replace(/^55(\d\d)9(\d{8})$/, '55$1$2')
    .replace(/^52(\d{10})$/, '521$1')
    .replace(/^54(?!9)(\d{10})$/, '549$1');
};

export const isPhoneNumber = (text: string): boolean => {
  const digits = text.replaceAll(/[\s()+.-]/g, '');
  return /^\d{7,15}$/.test(digits);
};
