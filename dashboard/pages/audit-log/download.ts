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
