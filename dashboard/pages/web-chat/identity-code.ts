import go from '../../../examples/identify-customer/identify.go?raw';
import node from '../../../examples/identify-customer/identify.mjs?raw';
import php from '../../../examples/identify-customer/identify.php?raw';
import python from '../../../examples/identify-customer/identify.py?raw';
import ruby from '../../../examples/identify-customer/identify.rb?raw';

/** These are the files that docs/web-chat.md shows. */
export const identityCode = { node, python, php, ruby, go };
