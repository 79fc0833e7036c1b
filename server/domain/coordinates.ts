export const COORDINATES_MAX = 60;

/** `15.4713`, `-90.3708°`, `90.3708 W`. */
const DECIMAL = String.raw`[-+]?\d{1,3}\.\d{1,15}\s*°?\s*[NSEWO]?`;
/** `15°28'16.7"N`. */
const SEXAGESIMAL = String.raw`\d{1,3}\s*°\s*\d{1,2}\s*['′’]\s*\d{1,2}(?:\.\d{1,6})?\s*(?:["″”]|'')\s*[NSEWO]`;
const PAIR = new RegExp(String.raw`^\(?\s*(${SEXAGESIMAL}|${DECIMAL})(?:\s*[,;]\s*|\s+)(${SEXAGESIMAL}|${DECIMAL})\s*\)?$`, 'i');

/**
 * Latitude and longitude as maps copy them, in one piece: `15.4713, -90.3708`, `15.4713 N, 90.3708 W`, `15°28'16.7"N 90°22'14.9"W`. null
 * for anything else, one number among it.
 */
export function parseCoordinates(text: string): readonly [latitude: number, longitude: number] | null {
  const [, latitude, longitude] = (text.length > COORDINATES_MAX ? null : PAIR.exec(text.trim())) ?? [];
  if (latitude === undefined || longitude === undefined) return null;
  // The letters of one are those of the other's line.
  if (/[EWO]$/i.test(latitude) || /[NS]$/i.test(longitude)) return null;
  return [degreesIn(latitude), degreesIn(longitude)];
}

function degreesIn(text: string): number {
  const [degrees = 0, minutes = 0, seconds = 0] = (text.match(/[-+]?\d+(?:\.\d+)?/g) ?? []).map(Number);
  // In Spanish the west is an O.
  const sign = /[SWO]$/i.test(text) ? -1 : 1;
  return sign * Number((degrees + minutes / 60 + seconds / 3_600).toFixed(15));
}
