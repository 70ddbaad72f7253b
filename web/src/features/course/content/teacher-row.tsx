// Row of an activity for a teacher: handle, checkbox, type, title, state, date, file, ⋯ menu.
import { RotateCw } from 'lucide-react'
import { Link } from 'react-router-dom'
import { activityHref, definitionOf } from '../../../activity-types.ts'
import { ActivityMenu } from '../../../parts/learning/activity-actions/activity-menu.tsx'
import { StateChip } from '../../../parts/learning/activity-actions/state-chip.tsx'
import type { ActivityRow } from '../../../parts/learning/course/content.ts'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { invalidate } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Chip, Tile } from '../../../ui/marks/chip.tsx'
import { classes } from '../../../ui/class-names.ts'
import { dateTime } from '../../../ui/format.ts'
import { SortHandle, sortClasses } from '../../../ui/order/sort-handle.tsx'
import type { Sortable } from '../../../ui/order/sortable.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { useFileState } from '../../../parts/base/uploads/upload-state.ts'
import type { ActivityCounts, Course } from '../frame/queries.ts'

export function TeacherRow({
  course,
  activity,
  counts,
  modules,
  selected,
  onSelect,
  sorting,
}: {
  course: Course
  activity: ActivityRow
  counts: ActivityCounts | undefined
  /** The number of the course's modules. */
  modules: number
  selected: boolean
  onSelect: (on: boolean) => void
  sorting: Sortable | undefined
}) {
  const t = useTexts('course')
  const tp = useTexts('course-page')
  const say = useTexts('kinds')
  const fileState = useFileState()
  const { icon, tone, about } = definitionOf(activity.type)
  const { id, title } = activity
  const coursePublished = course.course_attributes.published
  const [file] = activity.uploads
  // The activity carries the steps of a conversion, not every percent; those are in the tray and in the files page.
  const state = file && fileState({ ...file, percent: null })
  const retry = () =>
    file &&
    call('POST /api/uploads/:id/retry', { params: { id: file.id } }).then(
      () => invalidate('GET /api/courses/:id/content'),
      (error: unknown) => toast({ text: problemText(error), error: true }),
    )
  const stateChip = <StateChip activity={activity} course={course} />
  return (
    <li
      {...(sorting?.row(id) ?? { 'data-row': id })}
      className={classes(
        'relative flex min-h-[35px] items-center gap-2.5 py-0.5 pr-2 pl-2 not-last:border-b not-last:border-line max-tablet:min-h-14 max-tablet:py-2 max-tablet:pl-1',
        selected ? 'bg-accent-soft' : 'hover:bg-hover',
        sortClasses(sorting, id),
      )}
    >
      <SortHandle sorting={sorting} id={id} name={title} />
      <Checkbox label={t('choose', { title })} hideLabel checked={selected} onChange={onSelect} className="shrink-0" />
      <Tile tone={tone} icon={icon} size={26} onTint={selected} />
      <div className="min-w-0 flex-1">
        <Link
          to={activityHref(activity)}
          data-action="activity.open"
          className="block min-h-6 truncate py-0.5 text-body hover:underline max-tablet:whitespace-normal"
          title={title}
        >
          {title}
        </Link>
        <div className="tablet:hidden">{stateChip}</div>
      </div>
      <span className={classes('shrink-0 max-tablet:hidden', coursePublished ? 'w-[130px]' : 'w-[240px]')}>{stateChip}</span>
      <span className="tabular w-[160px] shrink-0 truncate text-small text-text-2 max-small:hidden">
        {activity.due_time
          ? tp('due', { when: dateTime(activity.due_time).slice(5) })
          : activity.end_time && tp('closes', { when: dateTime(activity.end_time).slice(5) })}
      </span>
      <span
        className={classes(
          'flex shrink-0 items-center gap-2 text-small text-text-2 max-small:hidden',
          state?.failed ? 'min-w-[128px]' : 'w-[128px]',
        )}
      >
        {state?.failed ? (
          <>
            <Chip tone="bad" icon={state.icon}>
              {state.word}
            </Chip>
            {(file?.type === 'video' || file?.type === 'audio') && (
              <Button variant="link" icon={RotateCw} action="upload.retry" onClick={() => void retry()}>
                {t('tryAgain')}
              </Button>
            )}
          </>
        ) : state?.working ? (
          <Chip tone="info" icon={state.icon}>
            {state.word}
          </Chip>
        ) : (
          <span className="truncate">{about(activity, say)}</span>
        )}
      </span>
      {coursePublished && <StudentCount activity={activity} counts={counts} />}
      <ActivityMenu
        activity={activity}
        mayDelete={course.can.delete_content}
        modules={modules}
        sorting={sorting}
        look={{ size: 'sm', iconSize: 16 }}
      />
    </li>
  )
}

/** "18 of 30 done", or opened where nothing completes it; its place is kept until the counts are read. */
function StudentCount({
  activity: { id, published, completion_criterion },
  counts,
}: {
  activity: ActivityRow
  counts: ActivityCounts | undefined
}) {
  const t = useTexts('course')
  const { students = 0, items = [] } = counts ?? {}
  const { started, completed } = items.find(({ activity_id }) => activity_id === id) ?? { started: 0, completed: 0 }
  const text =
    completion_criterion.kind === 'none' ? t('openedBy', { opened: started, students }) : t('doneBy', { done: completed, students })
  return (
    <span className="tabular w-[148px] shrink-0 truncate text-small text-text-2 max-desktop:hidden">
      {published && students > 0 && text}
    </span>
  )
}
