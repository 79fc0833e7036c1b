/** Written by bench/pages.ts before the bare page is built. */
declare module '*/page.json' {
  const page: { rows: { id: string }[]; body: unknown[] };
  export default page;
}
