/** audit-log-acme-2026-11-16.csv */
export const fileNameOf = (what: string, of: string, extension: string): string => {
  const name = of
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return [what, name, new Date().toISOString().slice(0, 10)].filter(Boolean).join('-').concat(`.${extension}`);
};

/** Saves a text as a file of the browser's downloads. */
export const download = (fileName: string, text: string, type: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has read the file by the next task.
  setTimeout(() => URL.revokeObjectURL(url));
};
