import { useMemo } from 'react';
import { useLocation, useSearch as useSearchText } from 'wouter';
import { formatSearch, parseSearch, type SearchShape, type SearchValues } from './search-values.ts';

/** Filters and open panels live in the URL, so Back, reload and a shared link keep them. */
export const useSearch = <Shape extends SearchShape>(shape: Shape) => {
  const text = useSearchText();
  const [path, navigate] = useLocation();
  const values = useMemo(() => parseSearch(shape, text), [shape, text]);
  const hrefOf = (changes: Partial<SearchValues<Shape>>): string =>
    `${path}${formatSearch(shape, { ...values, ...changes })}`;
  const change = (changes: Partial<SearchValues<Shape>>, options?: { replace?: boolean }) =>
    navigate(hrefOf(changes), options);
  return [values, change, hrefOf] as const;
};
