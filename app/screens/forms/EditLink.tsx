import type { MenuId } from '#server/domain/menu.ts';
import { copyHref } from '../../record-links.ts';
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

/** Link from a record to a new form prefilled as a copy of it. */
export function CopyLink({ menu, listUrl, id, back }: { menu: MenuId; listUrl: string; id: string; back: string }) {
  if (!useMay()(menu, 'change')) return null;
  return <ButtonLink href={copyHref(listUrl, id, back)}>Duplicar</ButtonLink>;
}
