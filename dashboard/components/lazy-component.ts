import { type ComponentType, createElement, use } from 'react';
import { importRepeatedly } from './import-repeatedly.ts';

const preloads = new Set<() => Promise<unknown>>();
const failures = new Set<() => void>();

/** Lets the next render import what failed before. React would otherwise show the same failure for ever. */
export const forgetFailures = (): void => {
  for (const forget of failures) forget();
  failures.clear();
};

const settledMs = 2_000;

/** Loads every chunk once the first page has its data. Pages that arrive add their dialogs. */
export const preloadWhenIdle = (): void => {
  const whenIdle = window.requestIdleCallback ?? ((run: () => void) => window.setTimeout(run, 500));
  const preloadAll = async () => {
    for (const preload of preloads) await preload();
  };
  window.setTimeout(() => whenIdle(() => void preloadAll()), settledMs);
};

/** Like React's `lazy`, but a failed import can be repeated. */
export const lazily = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const get = () => {
    if (loading) return loading;
    loading = importRepeatedly(load).then((component) => (Loaded = component));
    loading.catch(() => failures.add(() => (loading = undefined)));
    return loading;
  };
  const Lazy = (props: Props) => createElement(Loaded ?? use(get()), props);
  const preload = () => {
    forgetFailures();
    return get().catch(() => undefined);
  };
  preloads.add(preload);
  return { Lazy, preload, isLoaded: () => Loaded !== undefined };
};

type Components<Module> = {
  [Name in keyof Module]: Module[Name] extends ComponentType<infer Props> ? ComponentType<Props> : never;
};

/** `lazyComponent(() => import('./dialogs.tsx'), 'CreateDialog')` makes the file a chunk, which loads when it shows. */
export const lazyComponent = <Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
  lazily(async () => (await load())[name] as ComponentType).Lazy as unknown as Components<Module>[Name];
