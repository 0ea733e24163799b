interface ToastAction {
  label: string;
  onPress: () => void;
}

interface Toast {
  id: number;
  text: string;
  action?: ToastAction;
  /** The toast went and its action was not chosen: what it announces can take place. */
  onGone?: (() => void) | undefined;
  isProblem?: boolean;
}

const shownMs = 6_000;
const shownMax = 3;
const listeners = new Set<() => void>();
let shown: readonly Toast[] = [];
let count = 0;
let isPaused = false;
let timers: ReturnType<typeof setTimeout>[] = [];

const show = (next: readonly Toast[]): void => {
  const gone = shown.filter((one) => !next.includes(one));
  shown = next;
  for (const listener of listeners) listener();
  for (const { onGone } of gone) onGone?.();
};

/** The newest stands below the others, and replaces one with the same words. "Undo" is offered as `toast('Closed', { action: { label, onPress } })`. */
export const toast = (text: string, options: Pick<Toast, 'action' | 'onGone' | 'isProblem'> = {}): void => {
  count += 1;
  const added = { id: count, text, ...options };
  show([...shown.filter((other) => other.text !== text), added].slice(-shownMax));
  if (!isPaused) hideLater(added.id);
};

export const toastProblem = (text: string): void => toast(text, { isProblem: true });

export const dismissToast = (id: number): void => {
  show(shown.filter((other) => other.id !== id));
  // A toast that goes takes the focus with it, without an event.
  if (shown.length === 0) isPaused = false;
};

const hideLater = (id: number): void => {
  timers.push(setTimeout(dismissToast, shownMs, id));
};

/** While the pointer or the focus is on a toast, all of them stay. */
export const pauseToasts = (): void => {
  isPaused = true;
  timers.forEach(clearTimeout);
  timers = [];
};

export const resumeToasts = (): void => {
  pauseToasts();
  isPaused = false;
  for (const { id } of shown) hideLater(id);
};

export const runToastAction = (one: Toast): void => {
  one.onGone = undefined;
  dismissToast(one.id);
  one.action?.onPress();
};

/** Ctrl or ⌘ Z takes back what the newest toast with an action reports. Returns false if there is none. */
export const undoLast = (): boolean => {
  const last = shown.findLast(({ action }) => action !== undefined);
  if (last) runToastAction(last);
  return last !== undefined;
};

export const subscribeToToasts = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const toastsShown = (): readonly Toast[] => shown;
