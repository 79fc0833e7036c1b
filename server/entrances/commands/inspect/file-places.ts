const OWN = /^\/(?:api|media|briefcase|digitalization|assets?)\//;

/** Where a file lies that an address names, in the words of the workbook; null for what is no address. */
export function placeOf(text: string): string | null {
  const address = text.trim();
  if (address.startsWith('gs://')) return `Firebase Storage ${address.slice(5).split('/')[0] ?? ''}`;
  if (address.startsWith('data:')) return 'dentro del documento (data:)';
  if (OWN.test(address)) return 'el portal';
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null;
  const { hostname, pathname } = new URL(address);
  if (hostname === 'firebasestorage.googleapis.com') return `Firebase Storage ${/^\/v0\/b\/([^/]+)\//.exec(pathname)?.[1] ?? ''}`.trim();
  if (hostname === 'storage.googleapis.com') return `Firebase Storage ${pathname.split('/')[1] ?? ''}`.trim();
  return hostname;
}
