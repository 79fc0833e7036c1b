import { ButtonLink } from '../../ui/Button.tsx';
import type { RecordParts } from '../catalogs/record-parts.ts';
import { LIST_URL } from './file-links.ts';

export const FOLDER_PARTS: RecordParts = {
  Actions: ({ id }) => (
    <ButtonLink href={`${LIST_URL}?carpetaId=${encodeURIComponent(id)}`} data-nav="">
      Ver archivos
    </ButtonLink>
  ),
};
