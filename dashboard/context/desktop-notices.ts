interface DesktopNotice {
  onclick: (() => void) | null;
  close: () => void;
}

// Unit tests compile this file without the types of a browser.
declare const Notification: {
  new (title: string, options: { body?: string; tag?: string }): DesktopNotice;
  permission: string;
  requestPermission: () => Promise<string>;
};

/** Undefined where pages cannot show notices: phones leave them to service workers, so the constructor is absent or throws. */
export const showNotice = (title: string, options = {}): DesktopNotice | undefined => {
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
