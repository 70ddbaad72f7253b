// A week of the plan for who teaches, with what is in it; or what stands in no week.
import { CalendarOff, ListTree, Pencil, Plus, Trash2, CalendarRange, Ellipsis } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { activityHref, definitionOf } from '../../../activity-types.ts'
import { useTexts } from '../../../i18n.ts'
import { StateChip } from '../../../parts/learning/activity-actions/state-chip.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Tile } from '../../../ui/marks/chip.tsx'
import { classes } from '../../../ui/class-names.ts'
import { Menu } from '../../../ui/menus/menu.tsx'
import { SortHandle, sortClasses } from '../../../ui/order/sort-handle.tsx'
import type { Sortable } from '../../../ui/order/sortable.ts'
import { ModuleChip } from '../content/module-chip.tsx'
import { type PlanItem, titleOf, type Week, type WeekTime } from './plan.ts'
import { deleteWeek } from './plan-changes.ts'
import type { PlanDialog } from './plan-dialogs.tsx'
import type { Course } from '../frame/queries.ts'
import { WeekHead } from './week-head.tsx'

export function PlanGroup({
  course,
  week,
  time,
  weeks,
  items,
  mayAdd,
  sorting,
  onMove,
  onDialog,
}: {
  course: Course
  week: Week | null
  time: WeekTime
  weeks: readonly Week[]
  items: readonly PlanItem[]
  /** Something stands in no week. */
  mayAdd: boolean
  sorting: Sortable
  onMove: (item: PlanItem, week: string) => void
  onDialog: (dialog: PlanDialog) => void
}) {
  const t = useTexts('outline')
  const heading = useId()
  const id = week?.id ?? ''
  return (
    <section aria-labelledby={heading} className={classes('surface-card relative', time === 'now' && 'border-accent-line')}>
      <div className="flex min-h-10 flex-wrap items-center gap-2 py-1 pr-2 pl-3.5">
        <h2 id={heading} className="flex min-w-0 flex-1">
          {week ? <WeekHead week={week} time={time} /> : <span className="text-section font-semibold">{t('unplanned')}</span>}
        </h2>
        {week && (
          <Button
            size="sm"
            icon={Plus}
            aria-label={t('addTo', { name: week.name })}
            off={mayAdd ? undefined : t('allPlanned')}
            onClick={() => onDialog({ kind: 'pick', week })}
          >
            {t('add')}
          </Button>
        )}
        {week && (
          <Menu
            trigger={{ kind: 'icon', props: { label: t('weekActions', { name: week.name }), icon: Ellipsis, size: 'sm', iconSize: 16 } }}
            groups={[
              { items: [{ label: t('editWeek'), icon: Pencil, onSelect: () => onDialog({ kind: 'week', week }) }] },
              { items: [{ label: t('deleteWeek'), icon: Trash2, danger: true, onSelect: () => void deleteWeek(course.id, week) }] },
            ]}
          />
        )}
      </div>
      <ul className="border-t border-line">
        {items.length === 0 && (
          <li
            {...sorting.drop(id)}
            className={classes('px-3.5 py-2.5 text-small text-text-3', sorting.dropTarget?.on === id && 'bg-accent-soft')}
          >
            {t(week ? 'emptyWeek' : 'allPlanned')}
          </li>
        )}
        {items.map((item) => (
          <Row key={item.id} course={course} item={item} week={id} weeks={weeks} sorting={sorting} onMove={onMove} />
        ))}
      </ul>
    </section>
  )
}

function Row({
  course,
  item,
  week,
  weeks,
  sorting,
  onMove,
}: {
  course: Course
  item: PlanItem
  week: string
  weeks: readonly Week[]
  sorting: Sortable
  onMove: (item: PlanItem, week: string) => void
}) {
  const t = useTexts('outline')
  const title = titleOf(item)
  const { icon, tone } = item.kind === 'module' ? { icon: ListTree, tone: 'neutral' as const } : definitionOf(item.activity.type)
  const others = weeks.filter(({ id }) => id !== week)
  return (
    <li
      {...sorting.row(item.id)}
      className={classes(
        'relative flex min-h-[35px] items-center gap-2.5 px-2 py-0.5 not-last:border-b not-last:border-line hover:bg-hover max-tablet:min-h-14',
        sortClasses(sorting, item.id),
      )}
    >
      <SortHandle sorting={sorting} id={item.id} name={title} />
      <Tile tone={tone} icon={icon} size={26} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5">
        <Link
          to={item.kind === 'module' ? paths.content(course.id) : activityHref(item.activity)}
          className="min-w-0 truncate py-0.5 text-body hover:underline max-tablet:whitespace-normal"
        >
          {title}
        </Link>
        {item.kind === 'module' && <span className="text-small text-text-3">{t('moduleHolds', { count: item.activities.length })}</span>}
      </div>
      <span className="shrink-0 max-tablet:hidden">
        {item.kind === 'module' ? <ModuleChip module={item.module} /> : <StateChip activity={item.activity} course={course} />}
      </span>
      <Menu
        trigger={{ kind: 'icon', props: { label: t('itemActions', { title }), icon: Ellipsis, size: 'sm', iconSize: 16 } }}
        groups={[
          ...(others.length > 0
            ? [
                {
                  heading: t('moveTo'),
                  items: others.map((one) => ({ label: one.name, icon: CalendarRange, onSelect: () => onMove(item, one.id) })),
                },
              ]
            : []),
          ...(week === '' ? [] : [{ items: [{ label: t('takeOut'), icon: CalendarOff, onSelect: () => onMove(item, '') }] }]),
        ]}
      />
    </li>
  )
}
