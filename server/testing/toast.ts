/** A toast as a page shows it. */
export interface ShownToast {
  text: string;
  /** The form behind "Deshacer". */
  undo: { action: string; fields: Record<string, string> } | null;
}

/** Reads the toast from the HTML of a page; null when it shows none. */
export function readToast(html: string): ShownToast | null {
  const card = /<div class="toast-card">(.*?)<\/div>/s.exec(html.replaceAll('<!-- -->', ''))?.[1];
  if (card === undefined) return null;
  const form = /<form[^>]* action="([^"]*)"[^>]*>(.*?)<\/form>/s.exec(card);
  const inputs = form?.[2]?.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g) ?? [];
  return {
    text: plain(/<p(?: [^>]*)?>(.*?)<\/p>/s.exec(card)?.[1] ?? ''),
    undo: form && {
      action: plain(form[1] ?? ''),
      fields: Object.fromEntries([...inputs].map(([, name, value]) => [plain(name), plain(value)])),
    },
  };
}

/** The `aviso=…` cookie that a response set, as the browser sends it back; empty when it set none. */
export function noticeCookieOf(response: Response): string {
  const cookie = response.headers.getSetCookie().find((value) => /^(?:__Host-)?aviso=/.test(value));
  return cookie?.split(';')[0] ?? '';
}

function plain(html = ''): string {
  return html.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
