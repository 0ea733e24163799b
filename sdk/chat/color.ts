type Rgb = [number, number, number];

const surfaces: Record<'light' | 'dark', Rgb[]> = {
  light: [
    [255, 255, 255],
    [242, 244, 247],
  ],
  dark: [
    [14, 17, 22],
    [29, 36, 45],
  ],
};
const white: Rgb = [255, 255, 255];
const contrastMin = 4.5;
/** The part of the brand color in the background of a chosen face and of a message that is being sent. */
const tint = 0.12;

/** White up to the brightness where its contrast is 4.5. Above, this near black has more. */
export const onBrand = (color: string): string => (luminance(toRgb(color)) > 0.1833 ? '#060606' : '#ffffff');

/** The brand color as text: as little darker or lighter as its backgrounds need. */
export const brandText = (color: string, scheme: 'light' | 'dark'): string => {
  const brand = toRgb(color);
  const end = scheme === 'light' ? ([0, 0, 0] as Rgb) : white;
  const backgrounds = surfaces[scheme].flatMap((surface) => [surface, mix(surface, brand, tint + 0.04)]);
  for (let part = 0; part < 1; part += 0.02) {
    const text = mix(brand, end, part);
    if (backgrounds.every((background) => contrast(text, background) >= contrastMin)) return toHex(text);
  }
  return toHex(end);
};

const toRgb = (color: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Rgb;

const toHex = (color: Rgb): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const mix = (from: Rgb, to: Rgb, part: number): Rgb =>
  from.map((value, index) => value + ((to[index] ?? 0) - value) * part) as Rgb;

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
const contrast = (first: Rgb, second: Rgb): number => {
  const [high = 0, low = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
};

const luminance = (color: Rgb): number => {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = Math.round(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
