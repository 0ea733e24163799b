interface Toast {
  id: number;
  text: string;
}

const shownMs = 6_000;
const listeners = new Set<() => void>();
let shown: Toast | undefined;
let count = 0;
let timer: number | undefined;

const show = (next: Toast | undefined): void => {
  shown = next;
  for (const listener of listeners) listener();
};

/** The newest replaces the one before. */
export const toast = (text: string): void => {
  pauseToast();
  count += 1;
  show({ id: count, text });
  resumeToast();
};

export const dismissToast = (): void => show(undefined);

export const pauseToast = (): void => window.clearTimeout(timer);

export const resumeToast = (): void => {
  timer = window.setTimeout(dismissToast, shownMs);
};

export const subscribeToToast = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const toastShown = (): Toast | undefined => shown;
