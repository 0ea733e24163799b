type Rgb = readonly [number, number, number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
/** Dark enough to be read on every color on which white is not. */
const ink: Rgb = [6, 6, 6];

/** What WCAG 2.2 asks for: of text, and of a button whose shape says what it is. */
const contrastMin = { text: 4.5, button: 3 } as const;

/** The grounds of text in the chat. */
const surfaces: Record<Scheme, readonly Rgb[]> = {
  light: [white, [242, 244, 247]],
  dark: [
    [14, 17, 22],
    [29, 36, 45],
  ],
};

/** The part of the brand color in the ground of a chosen face, and a little more. */
const tint = 0.16;

export type Scheme = 'light' | 'dark';

/** White or near black, whichever is read better on the color; white where both can be read. Their contrast follows. */
export const textOn = (color: string): { text: 'white' | 'dark'; color: string; contrast: number } => {
  const brand = toRgb(color);
  const [onWhite, onInk] = [contrast(white, brand), contrast(ink, brand)];
  return onWhite >= contrastMin.text || onWhite >= onInk
    ? { text: 'white', color: toHex(white), contrast: onWhite }
    : { text: 'dark', color: toHex(ink), contrast: onInk };
};

/** Whether the round button can be told from a white page. */
export const buttonContrast = (color: string): { contrast: number; isEnough: boolean } => {
  const found = contrast(toRgb(color), white);
  return { contrast: found, isEnough: found >= contrastMin.button };
};

/** As little darker as a white page needs, with the same hue. */
export const nearColor = (color: string): string =>
  findMix(toRgb(color), black, (mixed) => contrast(mixed, white) >= contrastMin.button);

/** The color as text: as little darker or lighter as its grounds need. */
export const brandText = (color: string, scheme: Scheme): string => {
  const brand = toRgb(color);
  const grounds = surfaces[scheme].flatMap((surface) => [surface, mix(surface, brand, tint)]);
  return findMix(brand, scheme === 'light' ? black : white, (text) =>
    grounds.every((ground) => contrast(text, ground) >= contrastMin.text),
  );
};

const findMix = (from: Rgb, to: Rgb, isEnough: (color: Rgb) => boolean): string => {
  for (let part = 0; part < 1; part += 0.02) {
    const mixed = mix(from, to, part);
    if (isEnough(mixed)) return toHex(mixed);
  }
  return toHex(to);
};

const mix = (from: Rgb, to: Rgb, part: number): Rgb => {
  const at = (index: 0 | 1 | 2): number => Math.round(from[index] + (to[index] - from[index]) * part);
  return [at(0), at(1), at(2)];
};

const toRgb = (color: string): Rgb => {
  const at = (index: number): number => Number.parseInt(color.slice(index, index + 2), 16);
  return [at(1), at(3), at(5)];
};

const toHex = (color: Rgb): string => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
const contrast = (one: Rgb, other: Rgb): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right);
  return (high + 0.05) / (low + 0.05);
};

const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);

const toLinear = (part: number): number => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
