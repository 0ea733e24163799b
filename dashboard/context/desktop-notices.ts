/** Undefined where pages cannot show notices: phones leave them to service workers, so the constructor is absent or throws. */
export const showNotice = (title: string, options: NotificationOptions = {}): Notification | undefined => {
  try {
    return new Notification(title, options);
  } catch {
    return undefined;
  }
};

/** Nothing shows until the person allows it, so the first notice only tells whether the browser can show any. */
export const askForNotices = async (confirmation: string): Promise<'granted' | 'blocked' | 'missing'> => {
  if (!showNotice(confirmation)) return 'missing';
  if (Notification.permission === 'granted') return 'granted';
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked';
  showNotice(confirmation);
  return 'granted';
};
