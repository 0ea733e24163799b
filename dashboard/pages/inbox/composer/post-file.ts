/** fetch() does not report progress. */
export const postFile = (
  url: string,
  fields: Record<string, string>,
  file: File,
  onProgress: (percent: number) => void,
) =>
  new Promise<void>((resolve, reject) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', file);
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((100 * loaded) / total));
    request.onload = () => (request.status < 300 ? resolve() : reject(new Error(`The bucket said ${request.status}.`)));
    request.onerror = () => reject(new Error('The bucket cannot be reached.'));
    request.open('POST', url);
    request.send(form);
  });
