import { type RefObject, useEffect, useState } from 'react';

/** True while the element is on the screen, so a long list reads only what is looked at. */
export const useInView = (place: RefObject<HTMLElement | null>): boolean => {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? false));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return isInView;
};
