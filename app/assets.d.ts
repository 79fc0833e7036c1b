/** The compiler replaces a style sheet's import by its hashed address. */
declare module '*.css' {
  const href: string;
  export default href;
}

/** Likewise for fonts. */
declare module '*.woff2' {
  const href: string;
  export default href;
}
