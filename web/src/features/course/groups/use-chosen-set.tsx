// The group set that the address names, else the first, and the tabs that choose it.
import { useSearchParams } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { Tabs, type useTabs } from '../../../ui/menus/tabs.tsx'
import type { GroupSet } from './queries.ts'

export function useChosenSet(sets: readonly GroupSet[]) {
  const [params, setParams] = useSearchParams()
  const chosen = sets.find(({ id }) => id === params.get('set')) ?? sets[0]
  const choose = (id: string) => setParams({ set: id }, { replace: true, preventScrollReset: true })
  return { chosen, choose }
}

export function SetTabs({
  sets,
  chosen,
  onChoose,
  wired,
}: {
  sets: readonly GroupSet[]
  chosen: string
  onChoose: (id: string) => void
  wired: ReturnType<typeof useTabs>
}) {
  const t = useTexts('groups')
  return (
    <Tabs
      label={t('sets')}
      value={chosen}
      onChange={onChoose}
      tabs={sets.map(({ id, name, groups }) => ({ value: id, label: name, count: groups }))}
      wired={wired}
      className="min-w-0 flex-1"
    />
  )
}
