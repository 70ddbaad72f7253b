import { ChevronDown, ListPlus, Plus } from 'lucide-react'
import { builtTypes, kinds } from '../../parts/course/activity-kinds.ts'
import { useTexts } from '../../i18n.ts'
import { Menu } from '../../ui/menu.tsx'
import type { NewType, Adding } from './adding.ts'

/** The one primary of a teacher's content page. `module`: the same as a quiet "Add here" of a module's head. */
export function AddMenu({ onAdd, module, full }: { onAdd: (adding: Adding) => void; module?: string; full?: boolean }) {
  const t = useTexts('course')
  const say = useTexts('kinds')
  const types = builtTypes.map((type) => ({
    label: say(`type.${type}`),
    icon: kinds[type].icon,
    onSelect: () => onAdd({ kind: 'activity', type: type as NewType, ...(module ? { module } : {}) }),
    action: 'activity.add' as const,
  }))
  return module ? (
    <Menu
      trigger={{ kind: 'button', props: { children: t('addHere'), icon: Plus, variant: 'quiet', size: 'sm' } }}
      groups={[{ items: types }]}
    />
  ) : (
    <Menu
      trigger={{ kind: 'button', props: { children: t('add'), icon: Plus, trailing: ChevronDown, variant: 'primary', full } }}
      groups={[
        { items: [{ label: t('module'), icon: ListPlus, onSelect: () => onAdd({ kind: 'module' }), action: 'module.add' }] },
        { heading: t('activity'), items: types },
      ]}
    />
  )
}
