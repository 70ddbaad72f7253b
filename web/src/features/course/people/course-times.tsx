// Students with more time, more attempts or dates of their own in a course, for its teachers (?view=times of its outline).
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { type Allowance, AllowanceDialog } from '../../../parts/learning/allowances/allowance-dialog.tsx'
import { useAllowanceColumns } from '../../../parts/learning/allowances/allowance-columns.tsx'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { TableScreen } from '../../../parts/base/table/table-screen.tsx'
import { query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/states.tsx'
import type { Course } from '../frame/queries.ts'

export default function CourseTimes({ course }: { course: Course }) {
  const t = useTexts('activity')
  const say = useTexts('teaching')
  const [open, setOpen] = useState<Allowance | 'new'>()
  const list = usePaged(({ page, size }) =>
    query('GET /api/courses/:id/allowances', { params: { id: course.id }, query: { page, page_size: size } }),
  )
  const place = ({ scope, activity_title }: Allowance) =>
    scope === 'activity' ? (activity_title ?? '') : say(scope === 'course' ? 'wholeCourse' : 'everyCourse')
  const add = (
    <Button icon={CalendarPlus} onClick={() => setOpen('new')}>
      {t('extendFor')}
    </Button>
  )
  const { people, terms, since, change } = useAllowanceColumns(t('students'), ({ scope }) => scope !== 'organisation', setOpen)
  const columns = [people, { key: 'place', head: say('extendIn'), text: place, cell: place }, terms, since, change]
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
