// Courses deleted within 30 days, /user/courses/deleted, for who may bring them back: who deleted them, when, and how many days are left.
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { Answer } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { restoreCourse } from '../../parts/learning/course/delete-course.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { usePaged } from '../../parts/base/page/paged.ts'
import { type ScreenColumn, TableScreen } from '../../parts/base/table/table-screen.tsx'
import { paths } from '../../paths.ts'
import { invalidate, query } from '../../queries.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { dateTime, list as joined } from '../../ui/format.ts'
import { Empty } from '../../ui/states.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'

type Deleted = Answer<'GET /api/deleted-courses'>['items'][number]
const day = 86_400_000
const daysLeft = ({ purge_at }: Deleted) => Math.max(1, Math.ceil((Date.parse(purge_at) - Date.now()) / day))

export default function DeletedCoursesPage() {
  const t = useTexts('courses')
  const go = useNavigate()
  const [busy, setBusy] = useState<string>()
  const list = usePaged(({ page, size, find }) =>
    query('GET /api/deleted-courses', {
      query: { page, page_size: size, ...(find && { conditions: JSON.stringify({ keyword: find }) }) },
    }),
  )
  const restore = async ({ id, name, display_name }: Deleted) => {
    setBusy(id)
    try {
      await restoreCourse(id)
      toast({ text: t('restored', { name: display_name || name }), act: { label: t('open'), run: () => go(paths.content(id)) } })
    } catch (error) {
      toast({ text: problemText(error), error: true })
      void invalidate('GET /api/deleted-courses')
    } finally {
      setBusy(undefined)
    }
  }
  const teachers = ({ instructors }: Deleted) => instructors.map(({ name }) => name)
  const columns: ScreenColumn<Deleted>[] = [
    {
      key: 'name',
      head: t('name'),
      text: ({ name }) => name,
      cell: (one) => <span className="font-medium">{one.display_name || one.name}</span>,
    },
    { key: 'course_code', head: t('code'), optional: true, text: (one) => one.course_code, cell: (one) => one.course_code },
    {
      key: 'teachers',
      head: t('teachers'),
      optional: true,
      text: (one) => teachers(one).join(', '),
      cell: (one) => joined(teachers(one)),
    },
    {
      key: 'deleted',
      head: t('deletedWhen'),
      text: (one) => dateTime(one.deleted_at),
      cell: (one) => <span className="tabular">{dateTime(one.deleted_at)}</span>,
    },
    {
      key: 'by',
      head: t('deletedBy'),
      optional: true,
      text: (one) => one.deleted_by?.name ?? '',
      cell: (one) => one.deleted_by?.name,
    },
    { key: 'left', head: t('daysLeft'), text: (one) => String(daysLeft(one)), cell: (one) => t('days', { count: daysLeft(one) }) },
    {
      key: 'restore',
      head: t('restore'),
      hideHead: true,
      card: 'end',
      cell: (one) => (
        <Button size="sm" icon={Undo2} busy={busy === one.id} action="course.restore" onClick={() => void restore(one)}>
          {t('restore')}
        </Button>
      ),
    },
  ]
  return (
    <div className="mx-auto w-full max-w-[1280px] px-8 py-3 max-tablet:px-4">
      <div className="mb-3 flex min-h-8 flex-wrap items-center gap-2 pt-1">
        <PageTitle title={t('deletedTitle')} className="mr-auto font-title text-title font-bold" />
        <Link to={paths.courses()} className={buttonLook('quiet')}>
          {t('title')}
        </Link>
      </div>
      <p className="mb-3 text-text-2">{t('deletedText')}</p>
      <TableScreen<Deleted>
        name="courses.deleted"
        caption={t('deletedTitle')}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        search={t('findDeleted')}
        failedTitle={t('deletedFailed')}
        empty={<Empty title={t('deletedNone')} />}
        nothingFits={
          <Empty title={t('noFit', { text: list.find })}>
            <Button onClick={list.clear}>{t('clear')}</Button>
          </Empty>
        }
      />
    </div>
  )
}
