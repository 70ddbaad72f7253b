// Module of a course for a teacher: head with its actions, rows of its activities.
import {
  ArrowDownAZ,
  CalendarArrowDown,
  CalendarClock,
  ChevronDown,
  ChevronRight,
  Ellipsis,
  Eye,
  EyeOff,
  MoveDown,
  MoveUp,
  Pencil,
  Trash2,
} from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import type { ActivityRow, Module } from '../../../parts/learning/course/content.ts'
import { formToResume } from '../../../parts/base/drafts/resume.ts'
import { useTexts } from '../../../i18n.ts'
import { classes } from '../../../ui/class-names.ts'
import { Menu } from '../../../ui/menus/menu.tsx'
import { SortHandle, sortClasses } from '../../../ui/order/sort-handle.tsx'
import type { Sortable } from '../../../ui/order/sortable.ts'
import { AddMenu } from './add-menu.tsx'
import type { Addition } from './additions.ts'
import { deleteModule, readModule, renameModule, showModule, sortModule } from '../../../parts/learning/course/content-changes.ts'
import type { ActivityCounts, Course } from '../frame/queries.ts'
import { ModuleDialog, NameForm } from './editing-parts.ts'
import { byDate, byTitle } from './module-orders.ts'
import { ModuleChip } from './module-chip.tsx'
import { TeacherRow } from './teacher-row.tsx'

/** `allActivities` are those of the module, `activities` those that pass the filter; `sorting` is undefined while a filter is set. */
export function TeacherModule({
  course,
  module,
  number,
  modules,
  activities,
  allActivities,
  counts: progress,
  selectedIds,
  onSelect,
  onAdd,
  sorting,
  moduleSorting,
}: {
  course: Course
  module: Module | null
  number: number
  modules: readonly Module[]
  activities: readonly ActivityRow[]
  allActivities: readonly ActivityRow[]
  /** undefined until they are read. */
  counts: ActivityCounts | undefined
  selectedIds: ReadonlySet<string>
  onSelect: (ids: string[], on: boolean) => void
  onAdd: (addition: Addition) => void
  sorting: Sortable | undefined
  moduleSorting: Sortable | undefined
}) {
  const t = useTexts('course')
  const tp = useTexts('course-page')
  const tt = useTexts('teaching')
  const list = useId()
  const [folded, setFolded] = useState(false)
  const [renaming, setRenaming] = useState(() => module !== null && formToResume('module', (thing) => thing === module.id) !== undefined)
  const [editing, setEditing] = useState(
    () => module !== null && formToResume('module-dates', (thing) => thing === module.id) !== undefined,
  )
  const Chevron = folded ? ChevronRight : ChevronDown
  const published = allActivities.filter((activity) => activity.published).length
  const name = module?.name ?? tp('noModule')
  const unsortable = allActivities.length < 2 ? tt('nothingToSort') : undefined
  const sort = (order: typeof byTitle) => {
    const idsOf = (list: readonly ActivityRow[]) => list.map(({ id }) => id)
    if (module) void sortModule(course.id, module.id, idsOf(allActivities.toSorted(order)), idsOf(allActivities))
  }
  const [all, some] = course.course_attributes.published
    ? (['allPublished', 'somePublished'] as const)
    : // students see none of them yet
      (['allWaiting', 'someWaiting'] as const)
  const counts =
    allActivities.length === 0
      ? tp('emptyModule')
      : published === allActivities.length
        ? t(all, { count: allActivities.length })
        : t(some, { count: allActivities.length, published })
  return (
    <section
      {...(module && moduleSorting?.row(module.id))}
      className={classes('surface-card relative', module && sortClasses(moduleSorting, module.id))}
    >
      <div className={classes('flex min-h-10 flex-wrap items-center gap-2 py-1 pr-2', module ? 'pl-2' : 'pl-3.5')}>
        {module && <SortHandle sorting={moduleSorting} id={module.id} name={name} />}
        {renaming && module ? (
          <Suspense fallback={<div className="h-(--control)" />}>
            <NameForm
              draftId={module.id}
              label={t('moduleName')}
              latest={{ version: module.version, value: { name: module.name } }}
              read={() => readModule(course.id, module.id)}
              saveLabel={t('save')}
              onClose={() => setRenaming(false)}
              onSave={async (newName, version) => {
                const succeeded = await renameModule(course.id, module.id, newName, version)
                setRenaming(!succeeded)
                return succeeded ? undefined : false
              }}
            />
          </Suspense>
        ) : (
          <>
            <h2 className="min-w-0 flex-1">
              <button
                type="button"
                aria-expanded={!folded}
                aria-controls={list}
                onClick={() => setFolded(!folded)}
                className="flex min-h-8 w-full items-center gap-2.5 rounded-control text-left"
              >
                <Chevron aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-text-2" />
                <span className="min-w-0 truncate text-section font-semibold">
                  {number > 0 && `${number}. `}
                  {name}
                </span>
                <span className="shrink-0 text-small font-normal text-text-3 max-tablet:hidden">{counts}</span>
              </button>
            </h2>
            {module && <ModuleChip module={module} />}
            {module && (
              <span className="max-tablet:hidden">
                <AddMenu module={module.id} onAdd={onAdd} />
              </span>
            )}
            {module && (
              <Menu
                trigger={{ kind: 'icon', props: { label: tt('moduleActions', { name }), icon: Ellipsis, size: 'sm', iconSize: 16 } }}
                groups={[
                  {
                    items: [
                      {
                        label: t(module.published ? 'hideModule' : 'showModule'),
                        icon: module.published ? EyeOff : Eye,
                        onSelect: () => void showModule(course.id, module.id, !module.published),
                      },
                      { label: t('dates'), icon: CalendarClock, onSelect: () => setEditing(true) },
                      { label: t('rename'), icon: Pencil, onSelect: () => setRenaming(true) },
                      {
                        label: t('moveUp'),
                        icon: MoveUp,
                        onSelect: () => moduleSorting?.step(module.id, -1),
                        off: number === 1 ? tt('isFirst') : moduleSorting ? undefined : tt('clearFilterFirst'),
                      },
                      {
                        label: t('moveDown'),
                        icon: MoveDown,
                        onSelect: () => moduleSorting?.step(module.id, 1),
                        off: number === modules.length ? tt('isLast') : moduleSorting ? undefined : tt('clearFilterFirst'),
                      },
                    ],
                  },
                  {
                    heading: tt('sortActivities'),
                    items: [
                      { label: tt('byTitle'), icon: ArrowDownAZ, onSelect: () => sort(byTitle), off: unsortable },
                      { label: tt('byDate'), icon: CalendarArrowDown, onSelect: () => sort(byDate), off: unsortable },
                    ],
                  },
                  ...(course.can.delete_content
                    ? [
                        {
                          items: [
                            {
                              label: tt('deleteModule'),
                              icon: Trash2,
                              danger: true,
                              onSelect: () => void deleteModule(course.id, { id: module.id, name }),
                              off: allActivities.length > 0 ? tt('moduleNotEmpty') : undefined,
                            },
                          ],
                        },
                      ]
                    : []),
                ]}
              />
            )}
          </>
        )}
      </div>
      <ul id={list} hidden={folded} className={classes('border-t border-line', activities.length === 0 && 'text-text-3')}>
        {activities.length === 0 && (
          <li
            {...(module && sorting?.drop(module.id))}
            className={classes('px-3.5 py-2.5 text-small', module && sorting?.dropTarget?.on === module.id && 'bg-accent-soft')}
          >
            {tt('emptyModuleTeacher')}
          </li>
        )}
        {activities.map((activity) => (
          <TeacherRow
            key={activity.id}
            course={course}
            activity={activity}
            counts={progress}
            modules={modules.length}
            selected={selectedIds.has(activity.id)}
            onSelect={(on) => onSelect([activity.id], on)}
            sorting={module ? sorting : undefined}
          />
        ))}
      </ul>
      {editing && module && (
        <Suspense>
          <ModuleDialog module={module} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </section>
  )
}
