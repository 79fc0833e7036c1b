const loaded = new Map<string, Promise<void>>();

/** Loads a style sheet on demand, once per window. Rejects on failure; the next caller tries again. */
export function loadStyles(href: string): Promise<void> {
  const known = loaded.get(href);
  if (known) return known;
  const coming = new Promise<void>((resolve, reject) => {
    const fail = () => {
      loaded.delete(href);
      reject(new Error(`no styles: ${href}`));
    };
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: () => resolve(), onerror: fail }),
    );
  });
  loaded.set(href, coming);
  return coming;
}
