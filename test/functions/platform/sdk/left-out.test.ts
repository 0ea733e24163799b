import { describe, expect, it } from 'vitest';
import { calculateBodyLength } from '../../../../functions/platform/sdk/body-length.ts';
import * as leftOut from '../../../../functions/platform/sdk/left-out.ts';

describe('parts of the SDK that bundles leave out', () => {
  it.each(Object.entries(leftOut))('%s fails with its name, whether it is called or constructed', (name, part) => {
    const message = `Bundles leave out ${name} of the AWS SDK`;
    expect(() => part()).toThrow(message);
    expect(() => Reflect.construct(part, [])).toThrow(message);
  });

  it('a body has the length of its bytes', () => {
    expect(calculateBodyLength(undefined)).toBe(0);
    expect(calculateBodyLength('größer')).toBe(8);
    expect(calculateBodyLength(new Uint8Array(5))).toBe(5);
  });

  it('a body that is neither text nor bytes is refused', () => {
    expect(() => calculateBodyLength({ size: 5 } as never)).toThrow('Bundles send only strings and bytes to AWS');
  });
});
