import { useEffect, useState } from 'preact/hooks';
import type { Texts } from '../../languages/texts.ts';
import type { Actions } from '../actions.ts';
import type { Session } from '../session.ts';
import type { State } from '../store.ts';
import { Composer } from './composer.tsx';
import { Head } from './head.tsx';
import { Icon } from './icons.tsx';
import { Log } from './log.tsx';
import { SurroundingsContext } from './surroundings.ts';

interface AppProps {
  session: Session;
  actions: Actions;
  texts: Texts;
  locale: string;
}

export const App = ({ session, actions, texts, locale }: AppProps) => {
  const state = useStored(session);
  const { settings } = session;
  const [isDragged, setDragged] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setDragged(false);
    actions.attach(event.dataTransfer?.files ?? []);
  };
  return (
    <SurroundingsContext.Provider value={{ settings, texts, locale, actions }}>
      <main
        class="chat"
        data-place={state.place}
        aria-label={texts.panel(settings.name)}
        onKeyDown={({ key, defaultPrevented }) => key === 'Escape' && !defaultPrevented && actions.close()}
        onDragOver={(event) => {
          event.preventDefault();
          setDragged(true);
        }}
        onDragLeave={({ relatedTarget }) => relatedTarget === null && setDragged(false)}
        onDrop={drop}
      >
        <Head state={state} />
        <Strip state={state} texts={texts} />
        <Log state={state} />
        <Composer state={state} />
        {isDragged && <div class="drop">{texts.drop}</div>}
      </main>
    </SurroundingsContext.Provider>
  );
};

/** The region is there before its words, so that they are announced. */
const Strip = ({ state, texts }: { state: State; texts: Texts }) => {
  const words = state.isOffline ? texts.offline : state.isSlowed ? texts.tooMany : state.notice;
  return (
    <div class="strip" role="status">
      {words && <Icon name={state.isOffline ? 'offline' : 'alert'} size={16} />}
      {words && <span>{words}</span>}
    </div>
  );
};

const useStored = ({ store }: Session): State => {
  const [state, setState] = useState(store.get);
  useEffect(() => {
    setState(store.get());
    return store.subscribe(() => setState(store.get()));
  }, [store]);
  return state;
};
