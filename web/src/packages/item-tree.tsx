// Tree of a package's contents: each item with its state; those that are not open yet say so.
import { CircleCheck, CircleDashed, CircleDot, CircleX, Lock, type LucideIcon } from 'lucide-react'
import { useTexts } from '../i18n.ts'
import { type Leaf, Tree } from '../ui/order/tree.tsx'
import { isOpen, type ItemState, type PackageItem, type States, stateIn } from './contents.ts'

const icons: Record<ItemState, LucideIcon> = {
  none: CircleDashed,
  incomplete: CircleDot,
  completed: CircleCheck,
  passed: CircleCheck,
  failed: CircleX,
}

export function ItemTree({
  items,
  states,
  current,
  onChoose,
}: {
  items: readonly PackageItem[]
  states: States
  current: string | undefined
  onChoose: (item: string) => void
}) {
  const t = useTexts('packages')
  const leavesIn = (parent: string): Leaf[] =>
    items
      .filter((item) => item.parent === parent && item.visible !== false)
      .map((item) => {
        const children = leavesIn(item.id)
        const state = stateIn(states, item.id)
        const open = isOpen(item, states)
        return {
          id: item.id,
          name: item.title,
          ...(item.launch !== null && { icon: open ? icons[state] : Lock, end: open ? t(`itemState.${state}`) : t('locked') }),
          ...(children.length > 0 && { children }),
        }
      })
  const branches = items.filter(({ id }) => items.some(({ parent }) => parent === id)).map(({ id }) => id)
  return <Tree label={t('contents')} items={leavesIn('')} chosen={current} onChoose={onChoose} opened={branches} />
}
