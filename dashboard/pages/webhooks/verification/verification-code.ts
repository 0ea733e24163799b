import go from '../../../../examples/verify-signature/verify.go?raw';
import node from '../../../../examples/verify-signature/verify.mjs?raw';
import php from '../../../../examples/verify-signature/verify.php?raw';
import python from '../../../../examples/verify-signature/verify.py?raw';
import ruby from '../../../../examples/verify-signature/verify.rb?raw';
import type { Language } from './languages.ts';

/** The same files as in docs/webhooks.md. */
export const verificationCode: Record<Language, string> = { node, python, php, go, ruby };
