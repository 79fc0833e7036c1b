/** What else the document holds behind the page at this address. */
export function otherDataHref(pathname: string): string {
  return `/settings/other-data?${new URLSearchParams({ page: pathname })}`;
}
