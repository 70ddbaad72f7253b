// Bar below the list with the actions on several selected activities.
import { CalendarClock, Eye, EyeOff, FolderInput, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ActivityRow, Module } from '../../../parts/learning/course/content.ts'
import { texts, useTexts } from '../../../i18n.ts'
import { BatchButton, BatchBar, batchLook } from '../../../ui/table/batch-bar.tsx'
import { Menu } from '../../../ui/menus/menu.tsx'
import { useDeletion } from '../../../parts/learning/activity-actions/use-deletion.tsx'
import { moveActivities, publishActivities, type Refused } from '../../../parts/learning/course/content-changes.ts'
import type { Course } from '../frame/queries.ts'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'

const ManyDatesDialog = laterDialog(() => import('./many-dates-dialog.tsx'))
const RefusedDialog = laterDialog(async () => (await Promise.all([import('./refused-dialog.tsx'), texts('errors')]))[0])

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
  const [left, setLeft] = useState<{ refused: Refused; rows: readonly ActivityRow[] }>()
  const clearAfter = (change: Promise<boolean>) => void change.then((succeeded) => succeeded && onClear())
  const [dating, setDating] = useState(false)
  const showRefused = (refused: Refused) => {
    onClear()
    if (refused.length > 0) setLeft({ refused, rows: selected })
  }
  /** Those that were left as they are stay in view, with their reasons. */
  const showLeft = (change: Promise<Refused | undefined>) => void change.then((refused) => refused && showRefused(refused))
  const deletion = useDeletion(course.id)
  return (
    <>
      {deletion.dialog}
      {dating && (
        <Suspense>
          <ManyDatesDialog course={course.id} ids={ids} onSaved={showRefused} onClose={() => setDating(false)} />
        </Suspense>
      )}
      {left && (
        <Suspense>
          <RefusedDialog {...left} onClose={() => setLeft(undefined)} />
        </Suspense>
      )}
      <BatchBar label={t('batch')} count={ids.length} onClear={onClear}>
        <BatchButton icon={Eye} onClick={() => showLeft(publishActivities(course.id, ids, true))}>
          {t('publish')}
        </BatchButton>
        <BatchButton icon={EyeOff} onClick={() => showLeft(publishActivities(course.id, ids, false))}>
          {t('unpublish')}
        </BatchButton>
        {modules.length > 0 && (
          <Menu
            trigger={{ kind: 'button', props: { children: t('move'), icon: FolderInput, ...batchLook } }}
            groups={[
              {
                items: modules.map((module) => ({
                  label: module.name,
                  onSelect: () => showLeft(moveActivities(course.id, ids, { group: module.id, before: null })),
                })),
              },
            ]}
          />
        )}
        <BatchButton icon={CalendarClock} onClick={() => setDating(true)}>
          {t('setDates')}
        </BatchButton>
        {course.can.delete_content && (
          <BatchButton icon={Trash2} onClick={() => clearAfter(deletion.ask(selected.map(({ id, title }) => ({ id, title }))))}>
            {t('delete')}
          </BatchButton>
        )}
      </BatchBar>
    </>
  )
}
