// Menu of the things a teacher can add to a course.
import { ChevronDown, ListPlus, Plus } from 'lucide-react'
import { creatableTypes, definitionOf } from '../../../activity-types.ts'
import { useTexts } from '../../../i18n.ts'
import { Menu } from '../../../ui/menus/menu.tsx'
import type { Addition } from './additions.ts'

/** The primary button of a teacher's content page. With `module`: the quiet "Add here" in the head of that module, activities only. */
export function AddMenu({ onAdd, module, full }: { onAdd: (addition: Addition) => void; module?: string; full?: boolean }) {
  const t = useTexts('course')
  const typeText = useTexts('kinds')
  const types = creatableTypes.map((type) => ({
    label: typeText(`type.${type}`),
    icon: definitionOf(type).icon,
    about: typeText(`about.${type}`),
    onSelect: () => onAdd({ kind: 'activity', type, ...(module ? { module } : {}) }),
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
