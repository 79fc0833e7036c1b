/** Written by bench/pages.ts before it builds the bare page. */
declare module '*/page.json' {
  const page: { rows: { id: string }[]; body: unknown[] };
  export default page;
}
