import { useMemo } from 'react';
import { useLocation, useSearch as useSearchText } from 'wouter';
import type * as z from 'zod/mini';

/** Each field accepts undefined: its default, or nothing. */
export type SearchShape = Record<string, z.ZodMiniType<string | undefined>>;

export type SearchValues<Shape extends SearchShape> = { [Name in keyof Shape]: z.output<Shape[Name]> };

/** Filters and open panels live in the URL, so Back, reload and a shared link keep them. */
export const useSearch = <Shape extends SearchShape>(shape: Shape) => {
  const text = useSearchText();
  const [path, navigate] = useLocation();
  const values = useMemo(() => readSearch(shape, text), [shape, text]);
  const hrefOf = (changes: Partial<SearchValues<Shape>>): string =>
    `${path}${formatSearch(shape, { ...values, ...changes })}`;
  const change = (changes: Partial<SearchValues<Shape>>, options?: { replace?: boolean }) =>
    navigate(hrefOf(changes), options);
  return [values, change, hrefOf] as const;
};

/** Replaces invalid values with their defaults, so a bad link still opens the page. */
export const readSearch = <Shape extends SearchShape>(shape: Shape, text: string): SearchValues<Shape> => {
  const given = new URLSearchParams(text);
  const values = Object.entries(shape).map(([name, field]) => {
    const parsed = field.safeParse(given.get(name) ?? undefined);
    return [name, parsed.success ? parsed.data : defaultOf(field)];
  });
  return Object.fromEntries(values) as SearchValues<Shape>;
};

/** Leaves out defaults, so each view has one address. */
export const formatSearch = <Shape extends SearchShape>(shape: Shape, values: SearchValues<Shape>): string => {
  const search = new URLSearchParams();
  for (const [name, field] of Object.entries(shape)) {
    const value = values[name];
    if (value !== undefined && value !== defaultOf(field)) search.set(name, value);
  }
  return search.size > 0 ? `?${search}` : '';
};

const defaultOf = (field: z.ZodMiniType<string | undefined>): string | undefined => {
  const parsed = field.safeParse(undefined);
  return parsed.success ? parsed.data : undefined;
};
