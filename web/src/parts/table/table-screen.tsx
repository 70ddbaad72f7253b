// A paged list as a screen: search and filters, columns to choose, a selection over all pages with its actions, an export of what is shown;
// a table, on a phone cards, or the feature's own rows.
import { Columns3, Download, type LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { BatchBar, BatchButton } from '../../ui/batch-bar.tsx'
import { Menu } from '../../ui/menu.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'
import { problemText } from '../errors/problem-text.ts'
import type { PagedRead } from '../page/paged.ts'
import { csvOf, saveFile } from './csv.ts'
import { useHiddenColumns } from './hidden-columns.ts'
import type { Selection } from './selection.ts'

export type ScreenColumn<Of> = Column<Of> & {
  /** The cell in an export; a column without it is not exported. */
  text?: (row: Of) => string
  /** May be hidden. */
  optional?: boolean
}
export type BulkAction = { label: string; icon: LucideIcon; run: () => void }
type Answer<Of> = { items: readonly Of[]; page: number; pages: number; page_size: number; total: number }

/** Rows of an export at most, and of one read. */
const mostExported = 10_000
const exportPage = 100

export type TableScreenProps<Of> = {
  /** Names the list for screen readers, and its hidden columns on this device. */
  caption: string
  name: string
  list: PagedRead<Answer<Of>>
  columns: readonly ScreenColumn<Of>[]
  rowKey: (row: Of) => string
  /** The label of the search field; none: the list has no search. */
  search?: string
  /** Controls beside the search. */
  filters?: ReactNode
  /** `label`: of a row's checkbox. `takesAll`: the actions work on everything that fits. */
  selection?: { of: Selection<Of>; label: (row: Of) => string; actions: readonly BulkAction[]; takesAll?: boolean }
  /** The name of the exported file, without its ending. */
  exportName?: string
  failedTitle: string
  empty: ReactNode
  nothingFits: ReactNode
  skeleton?: ReactNode
  /** The rows in another form than a table. */
  children?: (rows: readonly Of[]) => ReactNode
}

export function TableScreen<Of>({
  caption,
  name,
  list,
  columns,
  rowKey,
  search,
  filters,
  selection,
  exportName,
  failedTitle,
  empty,
  nothingFits,
  skeleton,
  children,
}: TableScreenProps<Of>) {
  const t = useTexts('ui')
  const [hidden, toggleColumn] = useHiddenColumns(name)
  const optional = children ? [] : columns.filter((column) => column.optional)
  const shown = columns.filter(({ key, optional: mayHide }) => !mayHide || !hidden.has(key))
  const isUsed = list.narrowed || list.waiting || list.failed !== undefined || list.total > 0
  return (
    <>
      {isUsed && (
        <div className="mb-3 flex flex-wrap items-center gap-3">
          {search !== undefined && (
            <SearchInput
              label={search}
              value={list.find}
              busy={list.stale}
              onSearch={(find) => list.change({ find })}
              className="w-[260px] max-tablet:w-full"
            />
          )}
          {filters}
          <span className="ml-auto flex gap-1">
            {optional.length > 0 && (
              <span className="max-tablet:hidden">
                <Menu
                  align="end"
                  trigger={{ kind: 'icon', props: { label: t('columns'), icon: Columns3 } }}
                  groups={[
                    {
                      heading: t('columns'),
                      items: optional.map(({ key, head }) => ({
                        label: head,
                        current: !hidden.has(key),
                        onSelect: () => toggleColumn(key),
                      })),
                    },
                  ]}
                />
              </span>
            )}
            {exportName && <ExportButton list={list} columns={shown} name={exportName} />}
          </span>
        </div>
      )}
      <PagedList list={list} failedTitle={failedTitle} empty={empty} nothingFits={nothingFits} {...(skeleton !== undefined && { skeleton })}>
        {children ??
          ((rows) => (
            <Table
              caption={caption}
              rows={rows}
              rowKey={rowKey}
              columns={shown}
              sort={list.sort}
              onSort={(sort) => list.change({ sort })}
              {...(selection && { choice: selection.of.choice({ label: selection.label, allLabel: t('selectPage') }) })}
            />
          ))}
      </PagedList>
      {selection && (
        <BatchBar label={t('bulkActions')} count={selection.of.count} onClear={selection.of.clear}>
          {selection.takesAll && selection.of.mayTakeAll && (
            <button type="button" onClick={selection.of.selectAll} className="min-h-(--control) px-2.5 text-body font-medium underline">
              {t('selectAll', { count: list.total })}
            </button>
          )}
          {selection.actions.map(({ label, icon, run }) => (
            <BatchButton key={label} icon={icon} onClick={run}>
              {label}
            </BatchButton>
          ))}
        </BatchBar>
      )}
    </>
  )
}

/** Exports every row that fits, in the order shown, with the shown columns. */
function ExportButton<Of>({
  list,
  columns,
  name,
}: {
  list: PagedRead<Answer<Of>>
  columns: readonly ScreenColumn<Of>[]
  name: string
}) {
  const t = useTexts('ui')
  const [busy, setBusy] = useState(false)
  const exported = columns.flatMap(({ head, text }) => (text ? [{ head, text }] : []))
  const run = async () => {
    setBusy(true)
    try {
      const lines = [exported.map(({ head }) => head)]
      for (let page = 1, pages = 1; page <= Math.min(pages, mostExported / exportPage); page++) {
        const answer = await list.readPage(page, exportPage)
        pages = answer.pages
        lines.push(...answer.items.map((row) => exported.map(({ text }) => text(row))))
      }
      saveFile(`${name}.csv`, csvOf(lines))
      if (list.total > mostExported) toast({ text: t('exportedFirst', { count: mostExported }) })
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <IconButton
      label={t('export')}
      icon={Download}
      busy={busy}
      off={list.total === 0 ? t('exportNothing') : undefined}
      onClick={() => void run()}
    />
  )
}
