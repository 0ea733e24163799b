import go from '../../../examples/verify-signature/verify.go?raw';
import node from '../../../examples/verify-signature/verify.mjs?raw';
import php from '../../../examples/verify-signature/verify.php?raw';
import python from '../../../examples/verify-signature/verify.py?raw';
import ruby from '../../../examples/verify-signature/verify.rb?raw';

/** The same files as in docs/webhooks.md. */
export const verificationCode = { node, python, php, go, ruby };
