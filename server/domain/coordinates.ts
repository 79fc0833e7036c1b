const PAIR = /^\(?\s*([-+]?\d{1,3}\.\d{1,15})°?(?:\s*[,;]\s*|\s+)([-+]?\d{1,3}\.\d{1,15})°?\s*\)?$/;

/** Latitude and longitude as maps copy them, in one piece: `15.4713, -90.3708`. null for anything else, one number among it. */
export function parseCoordinates(text: string): readonly [latitude: number, longitude: number] | null {
  const match = text.length > 60 ? null : PAIR.exec(text.trim());
  return match ? [Number(match[1]), Number(match[2])] : null;
}
