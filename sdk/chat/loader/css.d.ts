declare module '*.css' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: The form of a text module.
  export default text;
}
