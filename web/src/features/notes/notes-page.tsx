// Page of my notes over all courses, /user/notes: search, course, those without a place, and their export. The filter is in the address.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, FileDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { call } from '../../client.ts'
import { currentLocale, texts, useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { saveFile } from '../../parts/base/table/csv.ts'
import { useShownTask } from '../../parts/base/tasks/shown-task.ts'
import { NoteItem } from '../../parts/learning/notes/note-item.tsx'
import { type Note, placeName } from '../../parts/learning/notes/queries.ts'
import { paths } from '../../paths.ts'
import { query } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Select } from '../../ui/fields/field.tsx'
import { SearchInput } from '../../ui/fields/search-input.tsx'
import { date } from '../../ui/format.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { Pagination, pageSizes } from '../../ui/table/pagination.tsx'
import { defaultSize } from '../../ui/table/paging.ts'
import { toMarkdown } from './markdown.ts'

const TaskCard = lazy(() =>
  Promise.all([import('../../parts/base/tasks/task-card.tsx'), texts('exports', 'tasks', 'errors')]).then(([module]) => module),
)

const uuid = /^[0-9a-f-]{36}$/
function useFilter() {
  const [search, setSearch] = useSearchParams()
  const size = Number(search.get('page_size'))
  const current = {
    keyword: (search.get('q') ?? '').slice(0, 100),
    course: uuid.exec(search.get('course') ?? '')?.[0] ?? '',
    lost: search.get('lost') === 'true',
    page: Math.max(1, Math.trunc(Number(search.get('page'))) || 1),
    size: pageSizes.find((option) => option === size) ?? defaultSize,
  }
  const change = (changes: Partial<typeof current>) => {
    const { keyword, course, lost, page, size } = { ...current, page: 1, ...changes }
    setSearch(
      {
        ...(keyword && { q: keyword }),
        ...(course && { course }),
        ...(lost && { lost: 'true' }),
        ...(page > 1 && { page: String(page) }),
        ...(size !== defaultSize && { page_size: String(size) }),
      },
      { replace: true },
    )
  }
  return [current, change] as const
}
type Filter = ReturnType<typeof useFilter>[0]

const parametersOf = ({ keyword, course, lost }: Filter) => {
  const conditions = { ...(keyword && { keyword }), ...(lost && { placed: false }) }
  return {
    ...(course && { course_id: course }),
    ...(Object.keys(conditions).length > 0 && { conditions: JSON.stringify(conditions) }),
  }
}
const hrefOf = ({ open, course_id, activity_id, id, target_id }: Note) =>
  open && activity_id ? paths.note(course_id, activity_id, { note: id, file: target_id }) : undefined

/** As many as one export reads. */
const mostExported = 10_000

export default function NotesPage() {
  const t = useTexts('notes')
  const [filter, change] = useFilter()
  const [exporting, setExporting] = useState(false)
  const [exported, setExported] = useShownTask(['exportNotes'], { name: 'export' })
  const courses = useQuery(query('GET /api/notes/courses', { query: { page_size: 100 } }))
  const { data, error, errorUpdatedAt, isFetching, refetch } = useQuery({
    ...query('GET /api/notes', { query: { ...parametersOf(filter), page: filter.page, page_size: filter.size } }),
    placeholderData: keepPreviousData,
  })
  const exportNotes = async () => {
    setExporting(true)
    try {
      // one that was deleted meanwhile moves those after it
      const notes = new Map<string, Note>()
      let [page, pages] = [1, 1]
      for (; page <= pages && notes.size < mostExported; page++) {
        const read = await call('GET /api/notes', { query: { ...parametersOf(filter), order: 'made', page, page_size: 100 } })
        for (const note of read.items) notes.set(note.id, note)
        pages = read.pages
      }
      const rest = page <= pages ? t('rest') : undefined
      const addressOf = (note: Note) => {
        const href = hrefOf(note)
        return href && new URL(href, window.location.origin).href
      }
      const text = toMarkdown([...notes.values()], {
        title: t('mine'),
        closed: t('closed'),
        placeOf: placeName,
        addressOf,
        timeOf: date,
        rest,
      })
      saveFile(`${t('mine')}.md`, text, 'text/markdown')
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      setExporting(false)
    }
  }
  const exportPdf = async () => {
    try {
      setExported((await call('POST /api/notes/export', { body: { ...parametersOf(filter), lang: currentLocale() } })).task)
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    }
  }
  const nothing = data?.total ? undefined : t(error && !data ? 'failed' : 'empty')
  const filtered = filter.keyword !== '' || filter.course !== '' || filter.lost
  return (
    <div className="mx-auto w-full max-w-[860px] px-8 py-3 max-tablet:px-4">
      <div className="mb-3 flex min-h-10 flex-wrap items-center gap-2">
        <PageTitle title={t('mine')} className="mr-auto font-title text-title font-bold max-tablet:w-full" />
        <Button icon={FileDown} action="note.export" off={nothing} onClick={() => void exportPdf()}>
          {t('exportPdf')}
        </Button>
        <Button icon={Download} busy={exporting} action="note.export" off={nothing} onClick={() => void exportNotes()}>
          {t('export')}
        </Button>
      </div>
      {exported && (
        <Suspense>
          <div className="mb-3">
            <TaskCard key={exported} id={exported} onClose={() => setExported(undefined)} />
          </div>
        </Suspense>
      )}
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchInput
          label={t('search')}
          value={filter.keyword}
          busy={isFetching}
          onSearch={(keyword) => change({ keyword })}
          className="min-w-48 flex-1"
        />
        <Select
          label={t('course')}
          hideLabel
          className="w-[240px] max-tablet:w-full"
          value={filter.course}
          onChange={(course) => change({ course })}
          options={[
            { value: '', label: t('everyCourse') },
            ...(courses.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <Checkbox label={t('withoutPlace')} checked={filter.lost} onChange={(lost) => change({ lost })} />
      </div>
      {error && !data ? (
        <ReadFailed title={t('failed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={6} />
      ) : data.items.length === 0 ? (
        <Empty
          title={t(filtered || data.total > 0 ? 'nothingFits' : 'empty')}
          text={filtered || data.total > 0 ? undefined : t('emptyText')}
        >
          {(filtered || data.total > 0) && <Button onClick={() => change({ keyword: '', course: '', lost: false })}>{t('showAll')}</Button>}
        </Empty>
      ) : (
        <>
          <p role="status" className="screen-reader">
            {t('count', { count: data.total })}
          </p>
          <ul aria-label={t('mine')} className="space-y-2">
            {data.items.map((note) => (
              <li key={note.id} className="surface-card p-3">
                <NoteItem note={note} place={<Place note={note} />}>
                  <p className="mt-1.5 flex flex-wrap gap-x-2 text-caption text-text-3">
                    <bdi>{note.course_name}</bdi>
                    <span>{note.open ? [...new Set([note.activity_title, note.file_name])].filter(Boolean).join(' · ') : t('closed')}</span>
                  </p>
                </NoteItem>
              </li>
            ))}
          </ul>
        </>
      )}
      {data && (data.pages > 1 || filter.size !== defaultSize) && (
        <div className="mt-4">
          <Pagination
            page={data.page}
            pages={data.pages}
            pageSize={filter.size}
            total={data.total}
            onChange={(page, size) => change({ page, size: size as 20 })}
          />
        </div>
      )}
    </div>
  )
}

function Place({ note }: { note: Note }) {
  const href = hrefOf(note)
  const name = placeName(note)
  return href ? (
    <Link to={href} data-action="note.open" className="tabular shrink-0 text-small font-medium text-accent-text hover:underline">
      {name}
    </Link>
  ) : (
    <span className="tabular shrink-0 text-small font-medium text-text-2">{name}</span>
  )
}
