import { Router } from 'express';
import { AppError } from '../../domain/errors.ts';
import { SANDBOX_CSP, storedFileHeaders } from '../../ports/files/serve-file.ts';
import { asyncHandler } from '../../entrances/request/locals.ts';
import type { Services } from '../../services.ts';
import { createPictureReader } from '../../stored-files/published-pictures.ts';
import { LOGO_URL } from '../../live-settings/live-settings.ts';

/** All visitors together share one turn with the people who wait for pictures. */
const OWNER = 'logo';

/** GET /logo/:key, the cooperative's logo, small. Public: the sign-in page shows it. Any other key than the logo's own is 404. */
export function logoRoutes(services: Services): Router {
  const router = Router();
  const { liveSettings } = services;
  const pictures = createPictureReader(services);
  let cached: { key: string; content: Promise<Buffer> } | null = null;
  const readLogo = (key: string): Promise<Buffer> => {
    if (cached?.key !== key) {
      const content = pictures.describe(key).then((facts) => pictures.makeThumbnail(facts, { owner: OWNER }));
      const entry = { key, content };
      cached = entry;
      // A failure is thrown to whoever asked, and not cached.
      content.catch(() => {
        if (cached === entry) cached = null;
      });
    }
    return cached.content;
  };
  router.get(
    `${LOGO_URL}/:key`,
    asyncHandler(async (req, res) => {
      const key = String(req.params['key']);
      if (key !== liveSettings.logoKey()) throw new AppError('not-found', 'not the logo', { userMessage: 'La imagen no existe.' });
      const content = await readLogo(key);
      // A picture never changes under its key.
      res.set({
        ...storedFileHeaders(SANDBOX_CSP),
        'Content-Type': 'image/webp',
        'Content-Disposition': 'inline',
        'Cache-Control': 'public, max-age=31536000, immutable',
      });
      res.end(content);
    }),
  );
  return router;
}
