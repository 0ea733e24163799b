import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

type Components<Module> = {
  [Name in keyof Module]: Module[Name] extends ComponentType<infer Props>
    ? LazyExoticComponent<ComponentType<Props>>
    : never;
};

/** `lazyComponent(() => import('./dialogs.tsx'), 'CreateDialog')` makes the file a chunk, which loads when it shows. */
export const lazyComponent = <Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] as ComponentType })) as unknown as Components<Module>[Name];
