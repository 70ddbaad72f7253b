import { Eye, EyeOff, FolderInput, Trash2 } from 'lucide-react'
import type { ActivityRow, Module } from '../../parts/course/activity-kinds.ts'
import { useTexts } from '../../i18n.ts'
import { BatchAct, BatchBar, batchLook } from '../../ui/batch-bar.tsx'
import { Menu } from '../../ui/menu.tsx'
import { deleteActivities, moveActivities, publishActivities } from './content-changes.ts'

/** What is done with several activities at once, below the list. */
export function ActivityBatch({
  course,
  picked,
  modules,
  onClear,
}: {
  course: string
  picked: readonly ActivityRow[]
  modules: readonly Module[]
  onClear: () => void
}) {
  const t = useTexts('course')
  const ids = picked.map((one) => one.id)
  const then = (done: Promise<boolean>) => void done.then((fine) => fine && onClear())
  return (
    <BatchBar label={t('batch')} count={ids.length} onClear={onClear}>
      <BatchAct icon={Eye} onClick={() => then(publishActivities(course, ids, true))}>
        {t('publish')}
      </BatchAct>
      <BatchAct icon={EyeOff} onClick={() => then(publishActivities(course, ids, false))}>
        {t('unpublish')}
      </BatchAct>
      {modules.length > 0 && (
        <Menu
          trigger={{ kind: 'button', props: { children: t('move'), icon: FolderInput, ...batchLook } }}
          groups={[
            {
              items: modules.map((one) => ({
                label: one.name,
                onSelect: () => then(moveActivities(course, ids, { group: one.id, before: null })),
              })),
            },
          ]}
        />
      )}
      <BatchAct
        icon={Trash2}
        onClick={() => {
          deleteActivities(
            course,
            picked.map(({ id, title }) => ({ id, title })),
          )
          onClear()
        }}
      >
        {t('delete')}
      </BatchAct>
    </BatchBar>
  )
}
