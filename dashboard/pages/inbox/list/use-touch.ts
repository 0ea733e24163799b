import { type MouseEvent, type TouchEvent, useRef, useState } from 'react';

const pullPx = 80;

/** On a phone, pulling the list down refreshes it. */
export const usePull = (onPull: () => void) => {
  const [fromY, setFromY] = useState<number>();
  const [isFar, setFar] = useState(false);
  const end = () => {
    if (isFar) onPull();
    setFar(false);
  };
  const handlers = {
    onTouchStart: ({ currentTarget, touches }: TouchEvent) =>
      setFromY(currentTarget.scrollTop <= 0 ? touches[0]?.clientY : undefined),
    onTouchMove: ({ touches }: TouchEvent) =>
      setFar(fromY !== undefined && (touches[0]?.clientY ?? 0) - fromY > pullPx),
    onTouchEnd: end,
  };
  return { isFar, handlers };
};

const longPressMs = 450;
const trembleMaxPx = 10;

/** A long press of a finger on a link. The browser's menu for links stays away, and the finger that lifts presses nothing. */
export const useLongPress = (onLongPress: () => void) => {
  const press = useRef({ timer: 0, y: 0, wasLong: false });
  const end = () => {
    window.clearTimeout(press.current.timer);
    press.current.timer = 0;
  };
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const timer = window.setTimeout(() => {
        press.current.wasLong = true;
        onLongPress();
      }, longPressMs);
      press.current = { timer, y: touches[0]?.clientY ?? 0, wasLong: false };
    },
    onTouchMove: ({ touches }: TouchEvent) =>
      Math.abs((touches[0]?.clientY ?? 0) - press.current.y) > trembleMaxPx && end(),
    onTouchEnd: end,
    onTouchCancel: end,
    onContextMenu: (event: MouseEvent) => press.current.timer !== 0 && event.preventDefault(),
    onClickCapture: (event: MouseEvent) => {
      if (!press.current.wasLong) return;
      press.current.wasLong = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
};
