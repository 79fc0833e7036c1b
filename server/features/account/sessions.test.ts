import { describe, expect, it } from 'vitest';
import { describeDevice } from './sessions.ts';

const CASES = [
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36', 'Chrome en Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'Edge en Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari en Mac',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
    'Chrome en iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-A155M) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
    'Samsung Internet en Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox en Linux'],
  ['curl/8.5.0', 'Equipo desconocido'],
  ['', 'Equipo desconocido'],
  ['=HYPERLINK("http://evil.example")<script>', 'Equipo desconocido'],
] as const;

describe('a device by its user agent', () => {
  it.each(CASES)('is named for the user agent %s', (userAgent, device) => {
    expect(describeDevice(userAgent)).toBe(device);
  });
});
