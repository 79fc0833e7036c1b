const YOUTUBE: ReadonlySet<string> = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com', 'youtu.be', 'www.youtube-nocookie.com']);

/**
 * What to ask instead of an address whose site answers well even for videos that are gone: YouTube describes a video to anybody
 * (oEmbed) and says 404 of one that it does not have.
 */
export function askedInstead(address: string): string {
  if (!URL.canParse(address)) return address;
  const { hostname, pathname, searchParams } = new URL(address);
  if (!YOUTUBE.has(hostname)) return address;
  const [, first = '', second = ''] = pathname.split('/');
  const id = hostname === 'youtu.be' ? first : ['embed', 'shorts', 'live', 'v'].includes(first) ? second : (searchParams.get('v') ?? '');
  if (!/^[\w-]{6,20}$/.test(id)) return address;
  const video = `https://www.youtube.com/watch?v=${id}`;
  return `https://www.youtube.com/oembed?${new URLSearchParams({ url: video, format: 'json' }).toString()}`;
}
