import { LocalError } from '../local-error.ts';

export interface Scope {
  location: string;
  ref: (logicalId: string) => unknown;
  getAtt: (logicalId: string, attribute: string) => unknown;
  importValue: (exportName: string) => unknown;
  findInMap: (map: string, key: string, secondKey: string) => unknown;
  condition: (name: string) => boolean;
}

export const noValue = Symbol('AWS::NoValue');

type Intrinsic = (argument: unknown, scope: Scope) => unknown;

const intrinsics: Record<string, Intrinsic> = {
  Ref: (argument, scope) => scope.ref(resolveText(argument, scope)),
  'Fn::GetAtt': (argument, scope) => {
    const [logicalId = '', ...attribute] =
      typeof argument === 'string' ? argument.split('.') : resolveTexts(argument, scope);
    return scope.getAtt(logicalId, attribute.join('.'));
  },
  'Fn::Sub': (argument, scope) => substitute(argument, scope),
  'Fn::Join': (argument, scope) => {
    const [separator, parts] = resolveList(argument, scope);
    return resolveTexts(parts, scope).join(resolveText(separator, scope));
  },
  'Fn::Split': (argument, scope) => {
    const [separator, source] = resolveTexts(argument, scope);
    return (source ?? '').split(separator ?? '');
  },
  'Fn::Select': (argument, scope) => {
    const [index, items] = resolveList(argument, scope);
    const selected = resolveList(items, scope)[Number(resolve(index, scope))];
    if (selected === undefined) throw new LocalError(`${scope.location}: Fn::Select has no element with this index.`);
    return resolve(selected, scope);
  },
  'Fn::ImportValue': (argument, scope) => scope.importValue(resolveText(argument, scope)),
  'Fn::FindInMap': (argument, scope) => {
    const [map = '', key = '', secondKey = ''] = resolveTexts(argument, scope);
    return scope.findInMap(map, key, secondKey);
  },
  'Fn::If': (argument, scope) => {
    const [name, whenTrue, whenFalse] = resolveList(argument, scope);
    return resolve(scope.condition(resolveText(name, scope)) ? whenTrue : whenFalse, scope);
  },
  'Fn::Equals': (argument, scope) => {
    const [left, right] = resolveList(argument, scope);
    return String(resolve(left, scope)) === String(resolve(right, scope));
  },
  'Fn::And': (argument, scope) => resolveList(argument, scope).every((condition) => resolve(condition, scope) === true),
  'Fn::Or': (argument, scope) => resolveList(argument, scope).some((condition) => resolve(condition, scope) === true),
  'Fn::Not': (argument, scope) =>
    !resolveList(argument, scope).every((condition) => resolve(condition, scope) === true),
  Condition: (argument, scope) => scope.condition(resolveText(argument, scope)),
};

export const resolve = (value: unknown, scope: Scope): unknown => {
  if (Array.isArray(value)) return value.map((item) => resolve(item, scope)).filter((item) => item !== noValue);
  if (!isObject(value)) return value;
  const [name, ...others] = Object.keys(value);
  if (name !== undefined && others.length === 0) {
    const intrinsic = intrinsics[name];
    // `Condition` is an intrinsic only with a string value; in a policy it is a property with an object.
    if (intrinsic !== undefined && (name !== 'Condition' || typeof value[name] === 'string')) {
      return intrinsic(value[name], scope);
    }
    if (name.startsWith('Fn::')) throw new LocalError(`${scope.location}: ${name} is not supported locally.`);
  }
  const entries = Object.entries(value).map(([key, item]) => [key, resolve(item, scope)] as const);
  return Object.fromEntries(entries.filter(([, item]) => item !== noValue));
};

const substitute = (argument: unknown, scope: Scope): string => {
  const [template, variables] = typeof argument === 'string' ? [argument, {}] : resolveList(argument, scope);
  const ownVariables = isObject(variables) ? variables : {};
  return resolveText(template, scope).replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
    if (literal === '!') return `\${${name}}`;
    const key = name.trim();
    if (key in ownVariables) return resolveText(ownVariables[key], scope);
    const [logicalId = '', ...attribute] = key.split('.');
    return String(attribute.length > 0 ? scope.getAtt(logicalId, attribute.join('.')) : scope.ref(logicalId));
  });
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const resolveList = (value: unknown, scope: Scope): unknown[] => {
  const resolved = Array.isArray(value) ? value : resolve(value, scope);
  if (!Array.isArray(resolved)) throw new LocalError(`${scope.location}: an intrinsic function expects a list here.`);
  return resolved;
};

const resolveText = (value: unknown, scope: Scope): string => {
  const resolved = resolve(value, scope);
  if (typeof resolved === 'string' || typeof resolved === 'number' || typeof resolved === 'boolean') {
    return String(resolved);
  }
  throw new LocalError(`${scope.location}: an intrinsic function expects a string here.`);
};

const resolveTexts = (value: unknown, scope: Scope): string[] =>
  resolveList(value, scope).map((item) => resolveText(item, scope));
