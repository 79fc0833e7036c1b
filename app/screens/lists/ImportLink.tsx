import { Icon } from '../../ui/Icon.tsx';
import { MenuLink } from '../../ui/Menu.tsx';

/** Under «Más» of a list whose records can be imported from a spreadsheet. */
export function ImportLink({ url }: { url: string }) {
  return (
    <MenuLink href={`${url}/import`}>
      <Icon name="upload" />
      Importar
    </MenuLink>
  );
}
