// Attendance of everybody in a course by roll call, the last one first; for who teaches each cell and the selected people can be corrected.
import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, CircleAlert, ClipboardCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { PersonCell } from '../../../parts/base/people/person-cell.tsx'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { useSelection } from '../../../parts/base/table/selection.ts'
import { useShownTask } from '../../../parts/base/tasks/shown-task.ts'
import TaskCard from '../../../parts/base/tasks/task-card.tsx'
import { type ScreenColumn, TableScreen } from '../../../parts/base/table/table-screen.tsx'
import type { AttendanceColumn, AttendanceRow } from '../../../parts/learning/attendance/queries.ts'
import { StateChip } from '../../../parts/learning/attendance/state-chip.tsx'
import { contentQuery } from '../../../parts/learning/course/queries.ts'
import { query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { dialogTrigger } from '../../../ui/dialogs/dialog.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { date, number, percent, time } from '../../../ui/format.ts'
import { Empty } from '../../../ui/states.tsx'
import type { Course } from '../frame/queries.ts'
import { ExportAttendance } from './export-attendance.tsx'
import { ScoreSwitch } from './score-switch.tsx'

const CellDialog = laterDialog(() => import('./cell-dialog.tsx'))
const ManyDialog = laterDialog(() => import('./many-dialog.tsx'))
const HeldDialog = laterDialog(() => import('./held-dialog.tsx'))

const bounds = ['50', '60', '70', '80', '90'] as const
/** Letters of a title in a head. */
const shortTitle = 22

/** The conditions of the list as its call takes them; undefined: none. */
export function conditionsOf(find: string, { below, group, classroom }: Readonly<Record<string, string | undefined>>): string | undefined {
  const bound = bounds.find((one) => one === below)
  const conditions = {
    ...(find && { keyword: find }),
    ...(bound && { below: Number(bound) }),
    ...(group && { group_id: group }),
    ...(classroom && { activity_id: classroom }),
  }
  return Object.keys(conditions).length > 0 ? JSON.stringify(conditions) : undefined
}

export default function Matrix({ course }: { course: Course }) {
  const t = useTexts('attendance')
  const tc = useTexts('course')
  const list = usePaged(
    ({ page, size, find, filters }) => {
      const conditions = conditionsOf(find, filters)
      return query('GET /api/courses/:id/attendance', {
        params: { id: course.id },
        query: { page, page_size: size, ...(conditions && { conditions }) },
      })
    },
    { filters: ['below', 'group', 'classroom'] },
  )
  const may = list.data?.can.change ?? false
  const calls = list.data?.columns ?? []
  const selection = useSelection<AttendanceRow>(list, ({ person }) => person.id)
  const [open, setOpen] = useState<{ row: AttendanceRow; column: AttendanceColumn } | 'many' | 'held'>()
  const [exported, setExported] = useShownTask(['exportAttendance'], { subject: `course:${course.id}`, name: 'export' })
  const close = () => setOpen(undefined)
  const cellOf = (row: AttendanceRow, column: AttendanceColumn) =>
    row.cells[calls.findIndex(({ roll_call_id }) => roll_call_id === column.roll_call_id)] ?? null
  const columns: ScreenColumn<AttendanceRow>[] = [
    {
      key: 'name',
      head: t('student'),
      cell: ({ person }) => <PersonCell person={person} below={person.user_no} />,
    },
    {
      key: 'percent',
      head: t('share'),
      numeric: true,
      card: 'below',
      cell: ({ percent: share }) => (share === null ? '–' : percent(share)),
    },
    ...(['late', 'absent'] as const).map(
      (state): ScreenColumn<AttendanceRow> => ({
        key: state,
        head: t(`state.${state}`),
        numeric: true,
        optional: true,
        card: 'below',
        cell: (row) => number(row[state]),
      }),
    ),
    ...calls.toReversed().map(
      (column): ScreenColumn<AttendanceRow> => ({
        key: column.roll_call_id,
        head: `${date(column.at)} ${time(column.at)}`,
        under: column.title.length > shortTitle ? `${column.title.slice(0, shortTitle - 1)}…` : column.title,
        card: 'more',
        cell: (row) => <Cell row={row} column={column} cell={cellOf(row, column)} may={may} onOpen={() => setOpen({ row, column })} />,
      }),
    ),
  ]
  const held = (
    <span className="contents" {...dialogTrigger}>
      <Button icon={CalendarPlus} onClick={() => setOpen('held')}>
        {t('noteHeld')}
      </Button>
    </span>
  )
  return (
    <>
      {exported && <TaskCard key={exported} id={exported} onClose={() => setExported(undefined)} />}
      {list.data && list.data.calls > calls.length && (
        <p className="mb-2 text-small text-text-2">{t('lastColumns', { shown: calls.length, count: list.data.calls })}</p>
      )}
      {list.data?.can.score && <ScoreSwitch course={course.id} score={list.data.score} />}
      <TableScreen<AttendanceRow>
        name="attendance"
        caption={t('attendance')}
        list={list}
        columns={columns}
        rowKey={({ person }) => person.id}
        search={t('find')}
        filters={<Filters course={course.id} values={list.filters} onChange={(filters) => list.change({ filters })} />}
        actions={
          <>
            <ExportAttendance
              course={course.id}
              conditions={conditionsOf(list.find, list.filters)}
              empty={list.total === 0}
              onTask={setExported}
            />
            {may && held}
          </>
        }
        {...(may &&
          calls.length > 0 && {
            selection: {
              of: selection,
              label: ({ person }: AttendanceRow) => tc('choose', { title: person.name }),
              actions: [{ label: t('noteMany'), icon: ClipboardCheck, run: () => setOpen('many') }],
            },
          })}
        failedTitle={t('failed')}
        empty={<Empty title={t('empty')} text={t('emptyText')} />}
        nothingFits={
          <Empty title={t('nobodyFits')}>
            <Button onClick={list.clear}>{tc('clearFilter')}</Button>
          </Empty>
        }
      />
      <Suspense>
        {open === 'held' && <HeldDialog course={course} onClose={close} />}
        {open === 'many' && (
          <ManyDialog
            columns={calls.toReversed()}
            people={selection.rows.map((row) => ({ id: row.person.id, name: row.person.name, cellOf: (of) => cellOf(row, of) }))}
            onDone={selection.clear}
            onClose={close}
          />
        )}
        {typeof open === 'object' && <CellDialog person={open.row.person} column={open.column} onClose={close} />}
      </Suspense>
    </>
  )
}

function Cell({
  row,
  column,
  cell,
  may,
  onOpen,
}: {
  row: AttendanceRow
  column: AttendanceColumn
  cell: AttendanceRow['cells'][number]
  may: boolean
  onOpen: () => void
}) {
  const t = useTexts('attendance')
  const mark = (
    <span className="inline-flex items-center gap-1">
      {cell ? <StateChip state={cell.state} /> : <span className="px-2 text-text-3">–</span>}
      {cell?.doubtful && <CircleAlert aria-hidden size={14} strokeWidth={2} className="shrink-0 text-warn-text" />}
    </span>
  )
  const words = [cell ? t(`state.${cell.state}`) : t('nothingNoted'), cell?.doubtful && t('doubtful')].filter(Boolean).join(', ')
  if (!may)
    return (
      <span title={cell?.reason || undefined}>
        {mark}
        {cell?.doubtful && <span className="screen-reader">{t('doubtful')}</span>}
      </span>
    )
  return (
    <button
      type="button"
      {...dialogTrigger}
      title={cell?.reason || undefined}
      aria-label={t('cellOf', { name: row.person.name, date: date(column.at), state: words })}
      onClick={onOpen}
      className="inline-flex min-h-6 min-w-6 items-center rounded-full hover:bg-hover max-tablet:min-h-11 max-tablet:min-w-11"
    >
      {mark}
    </button>
  )
}

function Filters({
  course,
  values,
  onChange,
}: {
  course: string
  values: Readonly<Record<string, string | undefined>>
  onChange: (values: Record<string, string | undefined>) => void
}) {
  const t = useTexts('attendance')
  const { data: groups } = useQuery(query('GET /api/courses/:id/groups', { params: { id: course }, query: { page_size: 100 } }))
  const { data: content } = useQuery(contentQuery(course))
  const classrooms = content?.activities.filter(({ completion_criterion: { kind } }) => kind === 'attended') ?? []
  const filter = (name: string, label: string, all: string, options: readonly { value: string; label: string }[]) => (
    <Select
      label={label}
      hideLabel
      className="w-[170px] max-tablet:w-full"
      value={options.some(({ value }) => value === values[name]) ? values[name]! : ''}
      onChange={(value) => onChange({ [name]: value || undefined })}
      options={[{ value: '', label: all }, ...options]}
    />
  )
  const groupOptions = groups?.items.map(({ id, name, set_name }) => ({ value: id, label: `${set_name} · ${name}` })) ?? []
  return (
    <>
      {filter(
        'below',
        t('share'),
        t('everyShare'),
        bounds.map((value) => ({ value, label: t('below', { percent: percent(Number(value)) }) })),
      )}
      {groupOptions.length > 0 && filter('group', t('group'), t('everyGroup'), groupOptions)}
      {classrooms.length > 0 &&
        filter(
          'classroom',
          t('classroom'),
          t('everyClass'),
          classrooms.map(({ id, title }) => ({ value: id, label: title })),
        )}
    </>
  )
}
