// Curricula of the organisation's programs, /management/curricula: each with its courses, credits and the classes that are kept in step.
import { Ellipsis, Plus, TriangleAlert } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { call } from '../../../client.ts'
import { texts, useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { type ScreenColumn, TableScreen } from '../../../parts/base/table/table-screen.tsx'
import { paths } from '../../../paths.ts'
import { query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { dialogTrigger } from '../../../ui/dialogs/dialog.tsx'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { number } from '../../../ui/format.ts'
import { Chip } from '../../../ui/marks/chip.tsx'
import { Menu } from '../../../ui/menus/menu.tsx'
import { Empty } from '../../../ui/states.tsx'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { ManagementFrame } from '../management-frame.tsx'
import { type CurriculumSummary, refreshLists } from './curricula.ts'

const NewCurriculum = laterDialog(async () => (await Promise.all([import('./new-curriculum.tsx'), texts('errors', 'organisation')]))[0])

export default function CurriculaPage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.curricula')}>
      <Curricula />
    </ManagementFrame>
  )
}

function Curricula() {
  const t = useTexts('curricula')
  const tm = useTexts('management')
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const list = usePaged(({ find, page, size }) =>
    query('GET /api/curricula', { query: { page, page_size: size, ...(find && { conditions: JSON.stringify({ keyword: find }) }) } }),
  )
  const failed = (failure: unknown) => toast({ text: problemText(failure), error: true })
  const remove = async ({ id, name, version }: CurriculumSummary) => {
    try {
      await call('DELETE /api/curricula/:id', { params: { id }, query: { version } })
      toast({
        text: t('deleted', { name }),
        undo: () => void call('PUT /api/curricula/:id/restore', { params: { id } }).then(refreshLists, failed),
      })
    } catch (failure) {
      failed(failure)
    }
    await refreshLists()
  }
  const add = (
    <span {...dialogTrigger}>
      <Button icon={Plus} variant="primary" onClick={() => setOpen(true)}>
        {t('addCurriculum')}
      </Button>
    </span>
  )
  const columns: ScreenColumn<CurriculumSummary>[] = [
    {
      key: 'name',
      head: t('name'),
      text: ({ name }) => name,
      cell: ({ id, name }) => (
        <Link to={paths.curriculum(id)} className="font-medium wrap-anywhere hover:underline">
          {name}
        </Link>
      ),
    },
    {
      key: 'program',
      head: t('program'),
      card: 'more',
      text: ({ program }) => program.name,
      cell: ({ program }) => <bdi>{program.name}</bdi>,
    },
    {
      key: 'terms',
      head: t('terms'),
      width: 100,
      numeric: true,
      optional: true,
      card: 'more',
      text: ({ terms }) => String(terms),
      cell: ({ terms }) => number(terms),
    },
    {
      key: 'courses',
      head: t('courses'),
      width: 110,
      numeric: true,
      card: 'more',
      text: ({ courses }) => String(courses),
      cell: ({ courses }) => number(courses),
    },
    {
      key: 'credits',
      head: t('credits'),
      width: 110,
      numeric: true,
      card: 'more',
      text: ({ credits }) => String(credits),
      cell: ({ credits }) => number(credits),
    },
    {
      key: 'classes',
      head: t('classesInStep'),
      width: 190,
      numeric: true,
      card: 'end',
      text: ({ classes }) => String(classes),
      cell: ({ classes, held }) => (
        <span className="inline-flex items-center gap-2">
          {held > 0 && (
            <Chip tone="warn" icon={TriangleAlert}>
              {t('heldCount', { count: held })}
            </Chip>
          )}
          {number(classes)}
        </span>
      ),
    },
    {
      key: 'actions',
      head: t('actions'),
      hideHead: true,
      width: 56,
      cell: (curriculum) => (
        <Menu
          trigger={{ kind: 'icon', props: { label: t('actionsOf', { name: curriculum.name }), icon: Ellipsis, size: 'sm' } }}
          groups={[{ items: [{ label: t('delete'), danger: true, onSelect: () => void remove(curriculum) }] }]}
        />
      ),
    },
  ]
  return (
    <>
      <p className="mb-3 max-w-[68ch] text-text-2">{t('curriculaText')}</p>
      <TableScreen<CurriculumSummary>
        name="management.curricula"
        caption={tm('entry.curricula')}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        search={t('findCurriculum')}
        actions={add}
        exportName={tm('entry.curricula')}
        failedTitle={tm('failed')}
        empty={
          <Empty title={t('noCurricula')} text={t('noCurriculaText')}>
            {add}
          </Empty>
        }
        nothingFits={
          <Empty title={t('nothingFits')}>
            <Button onClick={list.clear}>{t('clear')}</Button>
          </Empty>
        }
      />
      <Suspense>{open && <NewCurriculum onClose={() => setOpen(false)} onMade={(id) => navigate(paths.curriculum(id))} />}</Suspense>
    </>
  )
}
