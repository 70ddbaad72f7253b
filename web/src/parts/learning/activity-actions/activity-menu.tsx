// The ⋯ menu of an activity for who teaches: one list of actions, in its row and on its own page.
import { CalendarClock, Copy, Ellipsis, Eye, EyeOff, FileUp, FolderInput, MoveDown, MoveUp, Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { definitionOf } from '../../../activity-types.ts'
import { texts, useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import type { IconButtonProps } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menus/menu.tsx'
import type { Sortable } from '../../../ui/order/sortable.ts'
import type { ActivityRow } from '../course/content.ts'
import { copyActivity, publishActivities } from '../course/content-changes.ts'
import { formToResume } from '../../base/drafts/resume.ts'
import { useDeletion } from './use-deletion.tsx'

const EditDialog = lazy(() =>
  Promise.all([import('../writing/edit-activity-dialog.tsx'), texts('writing')]).then(([module]) => ({
    default: module.EditActivityDialog,
  })),
)
const DatesDialog = lazy(() => import('./dates-dialog.tsx'))
const MoveDialog = lazy(() => import('./move-dialog.tsx'))
const ReplaceDialog = lazy(() => Promise.all([import('./replace-dialog.tsx'), texts('upload', 'teaching')]).then(([module]) => module))

const dialogs = { edit: EditDialog, dates: DatesDialog, move: MoveDialog, replace: ReplaceDialog }

export function ActivityMenu({
  activity,
  mayDelete,
  modules,
  sorting,
  look,
  openCopy,
  leave,
}: {
  activity: ActivityRow
  mayDelete: boolean
  /** The number of its course's modules. */
  modules: number
  /** Of its row in the list. */
  sorting?: Sortable | undefined
  look?: Pick<IconButtonProps, 'size' | 'iconSize'>
  /** On its own page: leads to a copy. Elsewhere the copy stands beside it, and can be undone. */
  openCopy?: (copy: ActivityRow) => void
  /** On its own page: leads away from it before it is deleted. */
  leave?: () => Promise<void>
}) {
  const t = useTexts('course')
  const go = useNavigate()
  const { form, written, replaces } = definitionOf(activity.type)
  const [open, setOpen] = useState<keyof typeof dialogs | undefined>(() => {
    const resumes = (form: string) => formToResume(form, (thing) => thing === activity.id) !== undefined
    return !written && resumes('activity') ? 'edit' : resumes('dates') ? 'dates' : undefined
  })
  const { id, title, published, course_id: course } = activity
  const deletion = useDeletion(course, leave)
  const OpenDialog = open && dialogs[open]
  return (
    <>
      <Menu
        trigger={{ kind: 'icon', props: { label: t('actionsOf', { title }), icon: Ellipsis, ...look } }}
        groups={[
          {
            items: [
              ...(form
                ? [{ label: t('edit'), icon: Pencil, onSelect: () => (written ? void go(paths.editText(course, id)) : setOpen('edit')) }]
                : []),
              {
                label: t(published ? 'unpublish' : 'publish'),
                icon: published ? EyeOff : Eye,
                onSelect: () => void publishActivities(course, [id], !published),
                action: 'activity.publish',
              },
              { label: t('dates'), icon: CalendarClock, onSelect: () => setOpen('dates') },
              ...(replaces ? [{ label: t('replaceFile'), icon: FileUp, onSelect: () => setOpen('replace') }] : []),
              { label: t('copy'), icon: Copy, onSelect: () => void copyActivity(activity, openCopy) },
            ],
          },
          ...(modules > 0
            ? [
                {
                  ...(sorting && { heading: t('move') }),
                  items: [
                    ...(sorting
                      ? [
                          { label: t('moveUp'), icon: MoveUp, onSelect: () => sorting.step(id, -1) },
                          { label: t('moveDown'), icon: MoveDown, onSelect: () => sorting.step(id, 1) },
                        ]
                      : []),
                    { label: t('moveElsewhere'), icon: FolderInput, onSelect: () => setOpen('move') },
                  ],
                },
              ]
            : []),
          ...(mayDelete
            ? [{ items: [{ label: t('delete'), icon: Trash2, danger: true, onSelect: () => void deletion.ask([{ id, title }]) }] }]
            : []),
        ]}
      />
      {deletion.dialog}
      {OpenDialog && (
        <Suspense>
          <OpenDialog activity={activity} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}
