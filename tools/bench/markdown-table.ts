export const markdownTable = (header: readonly string[], rows: readonly (readonly string[])[]): string => {
  const alignment = header.map((_, index) => (rows.every((row) => /^[\d.]*$/.test(row[index] ?? '')) ? '--:' : '---'));
  return [header, alignment, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
};
