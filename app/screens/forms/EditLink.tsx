import type { MenuId } from '#server/domain/menu.ts';
import { recordHref, withParam } from '../../record-links.ts';
import { useMay } from '../../rights.ts';
import { ButtonLink } from '../../ui/Button.tsx';

/** Link from a record to its form, for staff who may change it. */
export function EditLink({ menu, href }: { menu: MenuId; href: string }) {
  if (!useMay()(menu, 'change')) return null;
  return (
    <ButtonLink look="primary" icon="pencil" href={href} data-key="e">
      Editar
    </ButtonLink>
  );
}

/** URL parameter of the empty form: the record to copy from. */
export const COPY_PARAM = 'from';

/** Link from a record to a new form prefilled as a copy of it. */
export function CopyLink({ menu, listUrl, id, back }: { menu: MenuId; listUrl: string; id: string; back: string }) {
  if (!useMay()(menu, 'change')) return null;
  return <ButtonLink href={withParam(recordHref(listUrl, 'new', { back }), COPY_PARAM, id)}>Duplicar</ButtonLink>;
}
