// The gradebook: students and items in a spreadsheet that saves as it is written, with its tools, filters, panels and dialogs.
import { Suspense, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { call } from '../../../client.ts'
import { texts, useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import type { Gradebook } from '../../../parts/learning/scores/queries.ts'
import { saveRecorded } from '../../../parts/base/table/csv.ts'
import { useTableDensity } from '../../../parts/base/table/table-preferences.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { BatchBar, BatchButton } from '../../../ui/table/batch-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/states.tsx'
import { Spreadsheet } from '../../../ui/sheet/spreadsheet.tsx'
import { usePhone } from '../../../ui/dialogs/phone.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { Eye, EyeOff } from 'lucide-react'
import type { Course } from '../frame/queries.ts'
import { type Filter, filtered, type Row, shownCell, sortRows } from './book.ts'
import { BookTools } from './book-tools.tsx'
import { CellPanel } from './cell-panel.tsx'
import { type Sorting, useColumns } from './columns.tsx'
import { ConflictPanel } from './conflict-panel.tsx'
import { FinalBanner, SubmitResults } from './final.tsx'
import { ItemDialog } from './item-dialog.tsx'
import { ItemPanel } from './item-panel.tsx'
import { PasteDialog } from './paste-dialog.tsx'
import { ReleaseDialog, type Releasing } from './release-dialog.tsx'
import { StudentCards } from './student-cards.tsx'
import { Toolbar } from './toolbar.tsx'
import { useBook } from './use-book.ts'
import { usePaste } from './use-paste.ts'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'

const ImportDialog = laterDialog(async () => (await Promise.all([import('./import-dialog.tsx'), texts('upload', 'errors')]))[0])
const ByScoreDialog = laterDialog(async () => (await Promise.all([import('./by-score-dialog.tsx'), texts('messages')]))[0])

type Opened =
  | { kind: 'cell'; person: string; item: string }
  | { kind: 'head'; item: string | undefined }
  | { kind: 'release'; release: Releasing }
  | { kind: 'item'; item: string | undefined }
  | { kind: 'import' }
  | { kind: 'message' }
  | { kind: 'submit' }

export default function GradebookView({ course, data, tools }: { course: Course; data: Gradebook; tools: HTMLElement | null }) {
  const t = useTexts('scores')
  const open = data.policy.final === null
  const writes = course.can.score && open
  const releases = course.can.teach && open
  const book = useBook(course.id, data)
  const [density, setDensity] = useTableDensity('gradebook')
  const [filter, setFilter] = useState<Filter>({ text: '', group: '', below: null })
  const [sorting, setSorting] = useState<Sorting>({ by: 'name', direction: 'ascending' })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState<Opened>()
  const [laterConflicts, setLaterConflicts] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => sortRows(filtered(book.rows.values(), filter), sorting), [book.rows, filter, sorting])
  const { columns, groups } = useColumns(data, rows, { sorting, writes })
  const paste = usePaste(book, data.items)
  // it fills the window below what is above it
  const frame = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(104)
  useLayoutEffect(() => {
    const measure = () => setTop(Math.round((frame.current?.getBoundingClientRect().top ?? 0) + window.scrollY))
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  const itemOf = (id: string | undefined) => data.items.find((item) => item.id === id)
  const close = () => setOpened(undefined)
  const isPhone = usePhone()
  const choice = { chosen, onChange: setChosen, label: ({ student }: Row) => t('chooseStudent', { name: student.name }) }

  const sortBy = (by: Sorting['by']) =>
    setSorting((before) => ({ by, direction: before.by === by && before.direction === 'ascending' ? 'descending' : 'ascending' }))
  const onHead = (column: string) => {
    if (column === 'name' || column === 'number') sortBy(column)
    else if (column === 'result') setOpened({ kind: 'head', item: undefined })
    else if (itemOf(column)) setOpened({ kind: 'head', item: column })
  }
  const release = (hides: boolean, items: string[] = [], persons?: string[]) =>
    setOpened({ kind: 'release', release: { hides, items, persons } })
  const exportCsv = () =>
    void call('GET /api/courses/:id/scores/export', { params: { id: course.id } })
      .then(({ name, csv }) => saveRecorded('scores', name, csv))
      .catch((error: unknown) => toast({ text: problemText(error), error: true }))
  const conflict = book.state.conflicts.find(({ person, item }) => !laterConflicts.has(`${person} ${item}`))
  const keep = (key: string) => setLaterConflicts((before) => new Set([...before, key]))
  const openedRow = opened?.kind === 'cell' ? book.rows.get(opened.person) : undefined
  const openedItem = opened && 'item' in opened ? itemOf(opened.item) : undefined
  const conflictItem = itemOf(conflict?.item)
  const toolbar = (
    <BookTools
      density={density}
      onDensity={setDensity}
      course={course.id}
      state={book.state}
      writes={writes}
      releases={releases}
      final={data.policy.final !== null}
      onRelease={() => release(false)}
      onMessage={course.can.announce ? () => setOpened({ kind: 'message' }) : undefined}
      onExport={exportCsv}
      onImport={() => setOpened({ kind: 'import' })}
      onAddItem={() => setOpened({ kind: 'item', item: undefined })}
      onSubmit={() => setOpened({ kind: 'submit' })}
    />
  )
  return (
    <div ref={frame} style={{ height: `calc(100dvh - ${top}px - var(--nav))` }} className="flex min-h-80 flex-col">
      {tools && createPortal(toolbar, tools)}
      <FinalBanner course={course.id} policy={data.policy} reopens={course.can.manage} />
      {data.recalculating && (
        <Banner tone="info" strip>
          {t('recalculating')}
        </Banner>
      )}
      <Toolbar
        book={data}
        filter={filter}
        onFilter={setFilter}
        sorting={sorting}
        onSorting={setSorting}
        chooseAll={
          releases && rows.length > 0 ? { count: rows.length, run: () => setChosen(new Set(rows.map(({ id }) => id))) } : undefined
        }
      />
      {book.state.conflicts.length > 0 && !conflict && (
        <Banner
          tone="bad"
          strip
          action={
            <Button size="sm" onClick={() => setLaterConflicts(new Set())}>
              {t('lookAtConflicts')}
            </Button>
          }
        >
          {t('conflicts', { count: book.state.conflicts.length })}
        </Banner>
      )}
      {data.items.length === 0 ? (
        <div className="px-4">
          <Empty title={t('noItems')} text={t('noItemsText')}>
            {writes && <Button onClick={() => setOpened({ kind: 'item', item: undefined })}>{t('addItem')}</Button>}
          </Empty>
        </div>
      ) : rows.length === 0 ? (
        <div className="px-4">
          <Empty title={t('nobodyFits')}>
            <Button onClick={() => setFilter({ text: '', group: '', below: null })}>{t('clearFilters')}</Button>
          </Empty>
        </div>
      ) : (
        <div className="flex min-h-0 flex-1 flex-col">
          {isPhone ? (
            <StudentCards
              key={`${sorting.by} ${sorting.direction}`}
              label={t('book')}
              rows={rows}
              columns={columns}
              groups={groups}
              filter={filter}
              itemOf={itemOf}
              onOpen={(person, item) => setOpened({ kind: 'cell', person, item })}
              onHead={onHead}
              choice={choice}
            />
          ) : (
            <Spreadsheet
              label={t('book')}
              help={t('bookHelp')}
              columns={columns}
              groups={groups}
              rows={rows}
              rowKey={({ id }) => id}
              density={density}
              onWrite={paste.write}
              onPaste={paste.offer}
              onUndo={book.undo}
              onRedo={book.redo}
              onOpen={(person, item) => itemOf(item) && setOpened({ kind: 'cell', person, item })}
              openLabel={t('openCell')}
              onHead={onHead}
              choice={choice}
            />
          )}
        </div>
      )}
      {releases && (
        <BatchBar label={t('ofChosen')} count={chosen.size} onClear={() => setChosen(new Set())}>
          <BatchButton icon={Eye} onClick={() => release(false, [], [...chosen])}>
            {t('releaseTitle')}
          </BatchButton>
          <BatchButton icon={EyeOff} onClick={() => release(true, [], [...chosen])}>
            {t('hideTitle')}
          </BatchButton>
        </BatchBar>
      )}
      {conflict && conflictItem ? (
        <ConflictPanel
          key={`${conflict.person} ${conflict.item}`}
          conflict={conflict}
          student={book.rows.get(conflict.person)?.student.name ?? ''}
          title={conflictItem.title}
          onSettle={(mine) => book.settle(conflict, mine)}
          onClose={() => keep(`${conflict.person} ${conflict.item}`)}
        />
      ) : (
        opened?.kind === 'cell' &&
        openedRow &&
        openedItem && (
          <CellPanel
            key={`${openedRow.id} ${openedItem.id}`}
            course={course.id}
            row={openedRow}
            item={openedItem}
            book={book}
            policy={data.policy}
            writes={writes}
            onClose={close}
          />
        )
      )}
      {opened?.kind === 'head' && (
        <ItemPanel
          key={opened.item ?? ''}
          course={course.id}
          item={openedItem}
          writes={writes}
          releases={releases}
          onRelease={() => openedItem && release(false, [openedItem.id])}
          onHide={() => openedItem && release(true, [openedItem.id])}
          onEdit={() => openedItem && setOpened({ kind: 'item', item: openedItem.id })}
          onClose={close}
        />
      )}
      {opened?.kind === 'release' && (
        <ReleaseDialog course={course.id} start={opened.release} items={data.items} rows={[...book.rows.values()]} onClose={close} />
      )}
      {opened?.kind === 'item' && (
        <ItemDialog
          course={course.id}
          item={openedItem}
          scores={openedItem ? [...book.rows.values()].filter((row) => shownCell(row, openedItem).value !== '').length : 0}
          categories={data.categories}
          onClose={close}
        />
      )}
      {opened?.kind === 'message' && (
        <Suspense>
          <ByScoreDialog course={course.id} book={data} rows={rows} onClose={close} />
        </Suspense>
      )}
      {opened?.kind === 'submit' && <SubmitResults course={course.id} onClose={close} />}
      {paste.asked && <PasteDialog paste={paste.asked} onWrite={paste.confirm} onClose={paste.close} />}
      {opened?.kind === 'import' && (
        <Suspense>
          <ImportDialog course={course.id} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
