import { useEffect } from 'react';
import { useWorkspace } from '../../context/workspace.tsx';
import { inboxTexts as texts } from '../../texts/en/inbox.ts';

/** While the inbox is on the screen, the tab's title and icon and the app's badge show how many conversations wait. */
export const useDueSign = (due = 0): void => {
  const { name } = useWorkspace();
  useEffect(() => {
    document.title = [due > 0 ? `(${due}) ${texts.title}` : texts.title, name, 'Switchboard'].join(' · ');
    showIcon(due > 0);
    showBadge(due);
  }, [due, name]);
  useEffect(
    () => () => {
      showIcon(false);
      showBadge(0);
    },
    [],
  );
};

const showBadge = (due: number): void =>
  void (due > 0 ? navigator.setAppBadge?.(due) : navigator.clearAppBadge?.())?.catch(() => undefined);

const plainIcon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.getAttribute('href') ?? '';

/** The dot is drawn onto our own icon, because the content security policy allows no other images. */
const showIcon = (hasDot: boolean): void => {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  if (!hasDot) {
    link.href = plainIcon;
    return;
  }
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement('canvas');
    canvas.width = 64;
    canvas.height = 64;
    const context = canvas.getContext('2d');
    if (!context) return;
    context.drawImage(image, 0, 0, 64, 64);
    context.fillStyle = 'crimson';
    context.beginPath();
    context.arc(50, 14, 14, 0, 2 * Math.PI);
    context.fill();
    link.href = canvas.toDataURL();
  };
  image.src = plainIcon;
};
