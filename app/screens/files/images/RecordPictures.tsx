import { shownImage, shownThumbnail } from '#server/domain/images.ts';
import { classNames } from '../../../ui/class-names.ts';

/** Pictures by stored address, each linked to its full size; `title` is the name of their record. */
export function RecordPictures({ addresses, title, large = false }: { addresses: readonly string[]; title: string; large?: boolean }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {addresses.map((address, index) => {
        const alt = addresses.length === 1 ? `Imagen de ${title}` : `Foto ${index + 1} de ${title}`;
        return (
          <li key={address}>
            <a
              className={classNames('surface block overflow-hidden text-xs', large ? 'w-fit max-w-80' : 'size-24')}
              href={shownImage(address)}
              target="_blank"
              rel="noreferrer"
              title={address}
            >
              <img
                className={large ? 'max-h-60' : 'size-full object-cover'}
                src={large ? shownImage(address) : shownThumbnail(address)}
                alt={alt}
                loading="lazy"
                referrerPolicy="no-referrer"
              />
            </a>
          </li>
        );
      })}
    </ul>
  );
}
