import { IMAGES_COLLECTION } from '../../domain/images.ts';
import { feature } from '../feature.ts';

/** Published pictures; their verbs and addresses are opened by the web (image-services.ts). */
export const images = feature({ records: { [IMAGES_COLLECTION]: { noun: { singular: 'imagen', plural: 'imágenes', gender: 'f' } } } });
