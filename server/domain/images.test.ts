import { describe, expect, it } from 'vitest';
import { newAssetKey } from '../ports/files/asset-name.ts';
import { imageKey, mediaAddress, shownImage, shownThumbnail } from './images.ts';

describe('a stored address', () => {
  it('of the REST backend, whatever its host, is shown through the portal', () => {
    for (const base of ['https://portal.example/api', 'http://10.0.0.7:8080', '']) {
      const address = `${base}/digitalization/asset?filename=central-202611-abc.jpg`;
      expect(imageKey(address)).toBe('central-202611-abc.jpg');
      expect(shownImage(address)).toBe('/images/central-202611-abc.jpg');
      expect(shownThumbnail(address)).toBe('/images/central-202611-abc.jpg/thumbnail');
    }
  });

  it.each(['https://portal.example', 'https://cdn.example/fotos/', 'http://10.0.0.7:3000/'])(
    'under %s is public at /media and leads back to its key',
    (base) => {
      const key = newAssetKey({ agencyId: 'agencia-01', extension: 'webp' });
      const address = mediaAddress(new URL(base), key);
      expect(address).toBe(`${base.replace(/\/$/, '')}/media/${key}`);
      expect(imageKey(address)).toBe(key);
      expect(shownThumbnail(address)).toBe(`/images/${key}/thumbnail`);
    },
  );

  it('of another site that has a /media too is shown from there', () => {
    for (const address of ['https://ejemplo.test/media/foto.jpg', 'https://ejemplo.test/media/2026/foto-202611-portada.jpg'])
      expect(shownImage(address)).toBe(address);
  });

  it('of another site is shown from there', () => {
    expect(shownImage('https://ejemplo.test/a.jpg')).toBe('https://ejemplo.test/a.jpg');
    expect(shownThumbnail('https://ejemplo.test/a.jpg')).toBe('https://ejemplo.test/a.jpg');
  });

  it.each([
    '',
    'http://',
    '/digitalization/asset',
    '/digitalization/asset?filename=',
    '/digitalization/asset?filename=..',
    '/digitalization/asset?filename=a%20b',
    '/x?filename=a.jpg',
  ])('%j has no key', (address) => {
    expect(imageKey(address)).toBeNull();
  });

  it('cannot lead out of /images', () => {
    expect(imageKey('/digitalization/asset?filename=..%2F..%2Flogout')).toBeNull();
    expect(imageKey('/digitalization/asset?filename=a%2F..%2Fb')).toBe('a-..-b');
  });
});
