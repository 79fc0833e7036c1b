import { z } from 'zod';

/**
 * Every shape that crosses /api, in one place: handlers check with them and the OpenAPI description is made from them.
 * Specification section 7 gives the paths, section 5 the words of the refusal.
 */
export const MISSING_UPLOAD_PART = 'File, name or user_agency missing';

export const uploadAssetFields = z.object({ agencyId: z.string().trim().min(1).max(128) });

export const uploadAssetAnswer = z.object({
  /** Where the asset can be fetched, with the same Authorization header. */
  url: z.url(),
  /** What GET /digitalization/asset takes as `filename`. */
  filename: z.string(),
});

export const assetQuery = z.object({ filename: z.string().min(1).max(512) });
