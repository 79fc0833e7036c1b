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
  let kept: { key: string; content: Promise<Buffer> } | null = null;
  const logoOf = (key: string): Promise<Buffer> => {
    if (kept?.key !== key) {
      const content = pictures.describe(key).then((facts) => pictures.makeThumbnail(facts, { owner: OWNER }));
      const own = { key, content };
      kept = own;
      // A failure is thrown to whoever asked, and not cached.
      content.catch(() => {
        if (kept === own) kept = null;
      });
    }
    return kept.content;
  };
  router.get(
    `${LOGO_URL}/:key`,
    asyncHandler(async (req, res) => {
      const key = String(req.params['key']);
      if (key !== liveSettings.logoKey()) throw new AppError('not-found', 'not the logo', { userMessage: 'La imagen no existe.' });
      const content = await logoOf(key);
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
