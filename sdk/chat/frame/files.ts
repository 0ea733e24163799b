/** Files wait in the browser's database: they do not fit into its storage. Without one, the page keeps them. */
export interface FileShelf {
  put: (id: string, file: Blob) => Promise<void>;
  find: (id: string) => Promise<Blob | undefined>;
  remove: (id: string) => void;
  clear: () => void;
}

export const openShelf = (site: string): FileShelf => {
  const memory = new Map<string, Blob>();
  let opened: Promise<IDBDatabase | undefined> | undefined;
  const open = (): Promise<IDBDatabase | undefined> => {
    opened ??= openDatabase(`switchboard.${site}`).catch(() => undefined);
    return opened;
  };
  const use = async <Result>(run: (files: IDBObjectStore) => IDBRequest<Result>): Promise<Result | undefined> => {
    const files = (await open())?.transaction('files', 'readwrite').objectStore('files');
    return files && settle(run(files));
  };
  return {
    put: async (id, file) => {
      memory.set(id, file);
      await use((files) => files.put(file, id)).catch(() => undefined);
    },
    find: async (id) => memory.get(id) ?? (await use<Blob>((files) => files.get(id)).catch(() => undefined)),
    remove: (id) => {
      memory.delete(id);
      void use((files) => files.delete(id)).catch(() => undefined);
    },
    clear: () => {
      memory.clear();
      void use((files) => files.clear()).catch(() => undefined);
    },
  };
};

const openDatabase = (name: string): Promise<IDBDatabase> => {
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => request.result.createObjectStore('files');
  return settle(request);
};

const settle = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
