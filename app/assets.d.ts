/** The compiler replaces the import of a style sheet with its hashed address. */
declare module '*.css' {
  const href: string;
  export default href;
}

/** The same for fonts. */
declare module '*.woff2' {
  const href: string;
  export default href;
}
