export const COORDINATES_MAX = 60;

/** `15.4713, -90.3708`, `(15.4713° -90.3708°)`, `15.4713 N, 90.3708 W`. */
const DECIMALS = /^\(?\s?([-+]?\d{1,3}\.\d{1,15}\s?°?\s?[NS]?)(?:\s{0,2}[,;]\s{0,2}|\s{1,2})([-+]?\d{1,3}\.\d{1,15}\s?°?\s?[EWO]?)\s?\)?$/i;
/** `15°28'16.7"N 90°22'14.9"W`. */
const SEXAGESIMALS =
  /^\(?\s?(\d{1,3}\s?°\s?\d{1,2}\s?['′’]\s?\d{1,2}(?:\.\d{1,6})?\s?["″”]\s?[NS])(?:\s{0,2}[,;]\s{0,2}|\s{1,2})(\d{1,3}\s?°\s?\d{1,2}\s?['′’]\s?\d{1,2}(?:\.\d{1,6})?\s?["″”]\s?[EWO])\s?\)?$/i;

/** Parses latitude and longitude in one text, as maps copy them. null for anything else, also for a single number. */
export function parseCoordinates(text: string): readonly [latitude: number, longitude: number] | null {
  const trimmed = text.trim();
  if (trimmed.length > COORDINATES_MAX) return null;
  const [, latitude, longitude] = DECIMALS.exec(trimmed) ?? SEXAGESIMALS.exec(trimmed) ?? [];
  return latitude === undefined || longitude === undefined ? null : [degreesIn(latitude), degreesIn(longitude)];
}

function degreesIn(text: string): number {
  const [degrees = 0, minutes = 0, seconds = 0] = (text.match(/[-+]?\d+(?:\.\d+)?/g) ?? []).map(Number);
  // In Spanish, west is O (oeste).
  const sign = /[SWO]$/i.test(text) ? -1 : 1;
  return sign * Number((degrees + minutes / 60 + seconds / 3_600).toFixed(15));
}
