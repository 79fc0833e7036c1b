import Building2 from 'lucide-react/icons/building-2';
import DatabaseZap from 'lucide-react/icons/database-zap';
import ListChecks from 'lucide-react/icons/list-checks';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Workflow from 'lucide-react/icons/workflow';
import type { Icon } from '../../ui/icon.ts';
import { LinkCards } from '../../ui/LinkCards.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import type { SettingsCard, SettingsIcon } from './settings-cards.ts';

const ICONS: Readonly<Record<SettingsIcon, Icon>> = {
  general: Building2,
  roles: ShieldCheck,
  constants: ListChecks,
  jobs: Workflow,
  'read-model': DatabaseZap,
};

export function SettingsMenu({ cards }: { cards: readonly SettingsCard[] }) {
  return (
    <>
      <PageHead title="Configuración" subtitle="Cómo trabaja el portal y en qué estado está." />
      <LinkCards cards={cards.map((card) => ({ ...card, icon: ICONS[card.icon] }))} />
    </>
  );
}
