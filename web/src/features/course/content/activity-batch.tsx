// Bar below the list with the actions on several selected activities.
import { Eye, EyeOff, FolderInput, Trash2 } from 'lucide-react'
import type { ActivityRow, Module } from '../../../parts/learning/course/content.ts'
import { useTexts } from '../../../i18n.ts'
import { BatchButton, BatchBar, batchLook } from '../../../ui/table/batch-bar.tsx'
import { Menu } from '../../../ui/menus/menu.tsx'
import { useDeletion } from '../../../parts/learning/activity-actions/use-deletion.tsx'
import { moveActivities, publishActivities } from '../../../parts/learning/course/content-changes.ts'
import type { Course } from '../frame/queries.ts'

export function ActivityBatch({
  course,
  selected,
  modules,
  onClear,
}: {
  course: Course
  selected: readonly ActivityRow[]
  modules: readonly Module[]
  onClear: () => void
}) {
  const t = useTexts('course')
  const ids = selected.map((activity) => activity.id)
  const clearAfter = (change: Promise<boolean>) => void change.then((succeeded) => succeeded && onClear())
  const deletion = useDeletion(course.id)
  return (
    <>
      {deletion.dialog}
      <BatchBar label={t('batch')} count={ids.length} onClear={onClear}>
        <BatchButton icon={Eye} onClick={() => clearAfter(publishActivities(course.id, ids, true))}>
          {t('publish')}
        </BatchButton>
        <BatchButton icon={EyeOff} onClick={() => clearAfter(publishActivities(course.id, ids, false))}>
          {t('unpublish')}
        </BatchButton>
        {modules.length > 0 && (
          <Menu
            trigger={{ kind: 'button', props: { children: t('move'), icon: FolderInput, ...batchLook } }}
            groups={[
              {
                items: modules.map((module) => ({
                  label: module.name,
                  onSelect: () => clearAfter(moveActivities(course.id, ids, { group: module.id, before: null })),
                })),
              },
            ]}
          />
        )}
        {course.can.delete_content && (
          <BatchButton icon={Trash2} onClick={() => clearAfter(deletion.ask(selected.map(({ id, title }) => ({ id, title }))))}>
            {t('delete')}
          </BatchButton>
        )}
      </BatchBar>
    </>
  )
}
