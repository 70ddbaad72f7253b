// Who has more time, more attempts or dates of their own in a course, for who teaches it (?view=times of its outline).
import { CalendarPlus, Pencil, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { type Allowance, AllowanceDialog } from '../../parts/allowances/allowance-dialog.tsx'
import { useAllowanceText } from '../../parts/allowances/allowance-text.ts'
import { takeBack } from '../../parts/allowances/take-back.ts'
import { usePaged } from '../../parts/page/paged.ts'
import { type ScreenColumn, TableScreen } from '../../parts/table/table-screen.tsx'
import { query } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { date, list as joined } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Empty } from '../../ui/states.tsx'
import type { Course } from './queries.ts'

export default function CourseTimes({ course }: { course: Course }) {
  const t = useTexts('activity')
  const say = useTexts('teaching')
  const text = useAllowanceText()
  const [open, setOpen] = useState<Allowance | 'new'>()
  const list = usePaged(({ page, size }) =>
    query('GET /api/courses/:id/allowances', { params: { id: course.id }, query: { page, page_size: size } }),
  )
  const names = ({ people }: Allowance) => joined(people.map(({ name }) => name))
  const place = ({ scope, activity_title }: Allowance) =>
    scope === 'activity' ? (activity_title ?? '') : say(scope === 'course' ? 'wholeCourse' : 'everyCourse')
  const add = (
    <Button icon={CalendarPlus} onClick={() => setOpen('new')}>
      {t('extendFor')}
    </Button>
  )
  const columns: ScreenColumn<Allowance>[] = [
    { key: 'people', head: t('students'), text: names, cell: (one) => <span className="font-medium break-words">{names(one)}</span> },
    { key: 'place', head: say('extendIn'), text: place, cell: place },
    { key: 'terms', head: say('given'), text, cell: (one) => <span className="text-text-2">{text(one)}</span> },
    {
      key: 'since',
      head: say('since'),
      optional: true,
      text: ({ created_at }) => date(created_at),
      cell: ({ created_at }) => <span className="tabular text-text-2">{date(created_at)}</span>,
    },
    {
      key: 'change',
      head: say('changeHead'),
      hideHead: true,
      cell: (one) =>
        one.scope !== 'organisation' && (
          <span className="flex justify-end">
            <IconButton size="sm" label={say('changeTimes', { name: names(one) })} icon={Pencil} onClick={() => setOpen(one)} />
            <IconButton size="sm" label={t('takeBack', { name: names(one) })} icon={Undo2} onClick={() => void takeBack(one)} />
          </span>
        ),
    },
  ]
  return (
    <div>
      <TableScreen<Allowance>
        name="allowances"
        caption={t('ownTimes')}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        actions={add}
        exportName={`${course.course_code || course.name} ${t('ownTimes')}`}
        failedTitle={t('ownTimesFailed')}
        empty={
          <Empty title={t('noOwnTimes')} text={say('noOwnTimesText')}>
            {add}
          </Empty>
        }
        nothingFits={<Empty title={t('noOwnTimes')} />}
      />
      {open && <AllowanceDialog course={course.id} {...(open !== 'new' && { allowance: open })} onClose={() => setOpen(undefined)} />}
    </div>
  )
}
