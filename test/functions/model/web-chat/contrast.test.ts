import fc from 'fast-check';
import { expect, it } from 'vitest';
import { brandText, buttonContrast, nearColor, textOn } from '../../../../functions/model/web-chat/contrast.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

it.each([
  ['#ffffff', 'dark', 20.26],
  ['#000000', 'white', 21],
  ['#0f766e', 'white', 5.47],
  ['#f2c230', 'dark', 12.09],
])('text on %s is %s', (brand, text, contrast) => {
  expect(textOn(brand)).toMatchObject({ text, contrast: expect.closeTo(contrast, 1) });
});

it('text on any color can be read', () => {
  fc.assert(
    fc.property(color, (brand) => textOn(brand).contrast >= 4.5),
    { examples: [['#767676'], ['#777777'], ['#c24f00']] },
  );
});

it('the near color of any color passes, is the color itself if that does, and is near', () => {
  fc.assert(
    fc.property(color, (brand) => {
      expect(buttonContrast(nearColor(brand)).isEnough).toBe(true);
      if (buttonContrast(brand).isEnough) expect(nearColor(brand)).toBe(brand);
      else expect(buttonContrast(nearColor(brand)).contrast).toBeLessThan(3.3);
    }),
    { examples: [['#ffffff'], ['#f2c230'], ['#ffff00']] },
  );
});

it('the color as text keeps what can be read, and turns darker or lighter otherwise', () => {
  expect([brandText('#0f766e', 'light'), brandText('#000000', 'light')]).toEqual(['#0e6d65', '#000000']);
  expect(brandText('#000000', 'dark')).toMatch(/^#[6-9a-f]/);
  expect(brandText('#f2c230', 'light')).toMatch(/^#[5-8]/);
});

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const contrast = (one: string, other: string): number => {
  const [high = 0, low = 0] = [one, other].map(luminance).toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
};

const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

it('any color as text can be read on every ground of the chat', () => {
  fc.assert(
    fc.property(color, (brand) => {
      expect(contrast(textOn(brand).color, brand)).toBeGreaterThanOrEqual(4.5);
      for (const ground of ['#ffffff', '#f7f8fa', '#f2f4f7'])
        expect(contrast(brandText(brand, 'light'), ground)).toBeGreaterThanOrEqual(4.5);
      for (const ground of ['#0e1116', '#161b22', '#1d242d'])
        expect(contrast(brandText(brand, 'dark'), ground)).toBeGreaterThanOrEqual(4.5);
    }),
    { examples: [['#000000'], ['#ffffff'], ['#ffff00'], ['#777777'], ['#0f766e'], ['#7a7d17']] },
  );
});
