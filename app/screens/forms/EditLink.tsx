import type { MenuId } from '#server/domain/menu.ts';
import { useMay } from '../../rights.ts';
import { ButtonLink } from '../../ui/Button.tsx';

/** From a record to its form, for who may change it. */
export function EditLink({ menu, href }: { menu: MenuId; href: string }) {
  if (!useMay()(menu, 'change')) return null;
  return (
    <ButtonLink look="primary" icon="pencil" href={href} data-key="e">
      Editar
    </ButtonLink>
  );
}
