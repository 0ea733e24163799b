export interface Route {
  method: string;
  path: string;
  resourceId: string;
}

export interface FunctionRoute extends Route {
  functionArn: string;
  timeoutMs: number;
}

export interface RouteMatch<Matched extends Route = Route> {
  route: Matched;
  pathParameters: Record<string, string> | null;
}

/**
 * Like API Gateway, picks the most specific path first (from the left: fixed segment, `{id}`, `{proxy+}`), then the
 * method. Throws a `URIError` if the path is not properly percent-encoded.
 */
export const findRoute = <Matched extends Route>(
  routes: readonly Matched[],
  method: string,
  path: string,
): RouteMatch<Matched> | undefined => {
  const segments = splitPath(path).map(decodeURIComponent);
  const [best] = [...new Set(routes.map((route) => route.path))]
    .filter((pattern) => matchesPattern(splitPath(pattern), segments))
    .sort((left, right) => (specificity(left) < specificity(right) ? -1 : 1));
  if (best === undefined) return undefined;
  const routesOfPath = routes.filter((route) => route.path === best);
  const route =
    routesOfPath.find((candidate) => candidate.method === method) ??
    routesOfPath.find((candidate) => acceptsAnyMethod(candidate, method));
  return route && { route, pathParameters: readPathParameters(splitPath(route.path), segments) };
};

const splitPath = (path: string): string[] => (path === '/' || path === '' ? [] : path.slice(1).split('/'));

const isGreedy = (segment: string): boolean => /^\{[^}]+\+\}$/.test(segment);
const isParameter = (segment: string): boolean => /^\{[^}]+\}$/.test(segment);

const matchesPattern = (pattern: string[], segments: string[]): boolean => {
  const isOpenEnded = pattern.length > 0 && isGreedy(pattern.at(-1) ?? '');
  if (isOpenEnded ? segments.length < pattern.length : segments.length !== pattern.length) return false;
  return pattern.every((part, index) => (isParameter(part) ? segments[index] !== '' : part === segments[index]));
};

const specificity = (path: string): string =>
  splitPath(path)
    .map((part) => (isGreedy(part) ? '2' : isParameter(part) ? '1' : '0'))
    .join('');

const anyMethods = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);

const acceptsAnyMethod = (route: Route, method: string): boolean => route.method === 'ANY' && anyMethods.has(method);

const readPathParameters = (pattern: string[], segments: string[]): Record<string, string> | null => {
  const parameters = pattern.flatMap((part, index) => {
    if (isGreedy(part)) return [[part.slice(1, -2), segments.slice(index).join('/')] as const];
    return isParameter(part) ? [[part.slice(1, -1), segments[index] ?? ''] as const] : [];
  });
  return parameters.length > 0 ? Object.fromEntries(parameters) : null;
};
