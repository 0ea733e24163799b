import go from '../../../examples/verify-signature/verify.go?raw';
import node from '../../../examples/verify-signature/verify.mjs?raw';
import php from '../../../examples/verify-signature/verify.php?raw';
import python from '../../../examples/verify-signature/verify.py?raw';
import ruby from '../../../examples/verify-signature/verify.rb?raw';

/** These are the files that docs/webhooks.md shows. */
export const verificationCode = { node, python, php, go, ruby };
