import type { APIGatewayProxyEvent } from 'aws-lambda';

interface Route {
  method: string;
  path: string;
}

/** A fixed segment matches before a parameter: `/members/me` is not the member `me`. */
export const createRouter = <Found extends Route>(routes: readonly Found[]) => {
  const inOrder = [...routes].sort((left, right) => (toSortKey(left.path) < toSortKey(right.path) ? -1 : 1));
  return ({ httpMethod, path }: Pick<APIGatewayProxyEvent, 'httpMethod' | 'path'>) => {
    for (const route of inOrder) {
      const params = route.method === httpMethod ? matchPath(route.path, path) : undefined;
      if (params) return { route, params };
    }
    return undefined;
  };
};

const toSortKey = (path: string): string => path.replaceAll(/\{\w+\}/g, '\uffff');

const matchPath = (pattern: string, path: string): Record<string, string> | undefined => {
  const expected = pattern.split('/');
  const given = path.split('/');
  if (expected.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of expected.entries()) {
    const value = given[index] ?? '';
    if (segment.startsWith('{')) params[segment.slice(1, -1)] = value;
    else if (segment !== value) return undefined;
  }
  return params;
};
