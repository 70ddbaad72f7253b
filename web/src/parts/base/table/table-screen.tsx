// A paged list as a screen: search and filters, columns to choose, a selection over all pages with its actions, an export of what is shown;
// a table, on a phone cards, or the feature's own cards.
import { Columns3, Download, LayoutGrid, List, type LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { BatchBar, BatchButton } from '../../../ui/table/batch-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menus/menu.tsx'
import { PagedList } from '../../../ui/table/paged-list.tsx'
import { SearchInput } from '../../../ui/fields/search-input.tsx'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { type Column, type Sort, Table } from '../../../ui/table/table.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { problemText } from '../errors/problem-text.ts'
import type { PagedRead } from '../page/paged.ts'
import { FilterFold } from './filter-fold.tsx'
import { csvOf } from '@lyceum/kit/text/csv'
import { saveRecorded } from './csv.ts'
import { type Layout, useHiddenColumns, useLayout } from './table-preferences.ts'
import { mostCounted, type Selection } from './selection.ts'

export type ScreenColumn<Of> = Column<Of> & {
  /** The cell in an export; a column without it is not exported. */
  text?: (row: Of) => string
  /** May be hidden, or is until somebody shows it. */
  optional?: boolean | 'hidden'
}
export type BulkAction = { label: string; icon: LucideIcon; run: () => void }
type Answer<Of> = { items: readonly Of[]; page: number; pages: number; page_size: number; total: number }

/** Rows of one read of an export; it has as many as the list counts. */
const exportPage = 100

export type TableScreenProps<Of> = {
  /** Names the list for screen readers, and its hidden columns on this device. */
  caption: string
  name: string
  list: PagedRead<Answer<Of>>
  columns: readonly ScreenColumn<Of>[]
  rowKey: (row: Of) => string
  /** The order of the list when none is chosen. */
  defaultSort?: Sort
  /** In the bar before the search, and at its end; with a heading the bar is always shown. */
  heading?: ReactNode
  actions?: ReactNode
  /** The label of the search field; none: the list has no search. */
  search?: string
  /** Controls beside the search, and how many of them are set; missing: all filters of the list. */
  filters?: ReactNode
  filtersSet?: number
  /** `label`: of a row's checkbox. `takesAll`: the actions work on everything that fits. */
  selection?: { of: Selection<Of>; label: (row: Of) => string; actions: readonly BulkAction[]; takesAll?: boolean }
  /** Rows of 28 px: for a list of very many. */
  compact?: boolean
  /** The name of the exported file, without its ending. */
  exportName?: string
  failedTitle: string
  empty: ReactNode
  nothingFits: ReactNode
  skeleton?: ReactNode
  /** The rows as cards: the list then shows these until somebody wants the table. */
  grid?: (rows: readonly Of[]) => ReactNode
}

export function TableScreen<Of>({
  caption,
  name,
  list,
  columns,
  rowKey,
  defaultSort,
  heading,
  actions,
  search,
  filters,
  filtersSet = Object.values(list.filters).filter(Boolean).length,
  selection,
  compact = false,
  exportName,
  failedTitle,
  empty,
  nothingFits,
  skeleton,
  grid,
}: TableScreenProps<Of>) {
  const t = useTexts('ui')
  const [hidden, toggleColumn] = useHiddenColumns(
    name,
    columns.flatMap(({ key, optional: first }) => (first === 'hidden' ? [key] : [])),
  )
  const [layout, setLayout] = useLayout(name, grid ? 'grid' : 'list')
  const cards = layout === 'grid' ? grid : undefined
  const optional = cards ? [] : columns.filter((column) => column.optional)
  const shown = columns.filter(({ key, optional: mayHide }) => !mayHide || !hidden.has(key))
  const isUsed = heading !== undefined || list.narrowed || list.waiting || list.failed !== undefined || list.total > 0
  return (
    <>
      {isUsed && (
        <div className={classes('mb-3 flex flex-wrap gap-3', heading ? 'items-center' : 'items-start')}>
          {heading}
          {search !== undefined && (
            <SearchInput
              label={search}
              value={list.find}
              busy={list.stale}
              onSearch={(find) => list.change({ find })}
              className={classes(heading ? 'w-[190px]' : 'w-[260px]', 'max-tablet:w-full')}
            />
          )}
          {filters && <FilterFold count={filtersSet}>{filters}</FilterFold>}
          <span className={classes('flex flex-wrap items-center gap-2', !heading && 'ml-auto')}>
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
            {grid && (
              <Segmented<Layout>
                label={t('layout')}
                value={layout}
                onChange={setLayout}
                options={[
                  { value: 'list', label: t('layoutList'), icon: List, iconOnly: true },
                  { value: 'grid', label: t('layoutGrid'), icon: LayoutGrid, iconOnly: true },
                ]}
              />
            )}
            {exportName && <ExportButton list={list} columns={shown} name={exportName} iconOnly={heading !== undefined} />}
            {actions}
          </span>
        </div>
      )}
      <PagedList
        list={list}
        failedTitle={failedTitle}
        empty={empty}
        nothingFits={nothingFits}
        {...(skeleton !== undefined && layout === 'grid' && { skeleton })}
      >
        {cards ??
          ((rows) => (
            <Table
              caption={caption}
              rows={rows}
              rowKey={rowKey}
              columns={shown}
              compact={compact}
              sort={list.sort ?? defaultSort}
              onSort={(sort) => list.change({ sort })}
              {...(selection && { choice: selection.of.choice({ label: selection.label, allLabel: t('selectPage') }) })}
            />
          ))}
      </PagedList>
      {selection && (
        <BatchBar label={t('bulkActions')} count={selection.of.count} uncounted={selection.of.uncounted} onClear={selection.of.clear}>
          {selection.takesAll && selection.of.mayTakeAll && (
            <button
              type="button"
              onClick={selection.of.selectAll}
              className="min-h-(--control) shrink-0 px-2.5 text-body font-medium whitespace-nowrap underline"
            >
              {list.total >= mostCounted ? t('selectAllFitting') : t('selectAll', { count: list.total })}
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
  iconOnly,
}: {
  list: PagedRead<Answer<Of>>
  columns: readonly ScreenColumn<Of>[]
  name: string
  iconOnly: boolean
}) {
  const t = useTexts('ui')
  const [busy, setBusy] = useState(false)
  const exported = columns.flatMap(({ head, text }) => (text ? [{ head, text }] : []))
  const run = async () => {
    setBusy(true)
    try {
      const lines = [exported.map(({ head }) => head)]
      for (let page = 1, pages = 1; page <= Math.min(pages, mostCounted / exportPage); page++) {
        const answer = await list.readPage(page, exportPage)
        pages = answer.pages
        lines.push(...answer.items.map((row) => exported.map(({ text }) => text(row))))
      }
      await saveRecorded('list', `${name}.csv`, csvOf(lines))
      if (list.total >= mostCounted) toast({ text: t('exportedFirst', { count: mostCounted }) })
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      setBusy(false)
    }
  }
  const state = { icon: Download, off: list.total === 0 ? t('exportNothing') : busy ? t('loading') : undefined, onClick: () => void run() }
  return iconOnly ? (
    <IconButton label={t('export')} {...state} />
  ) : (
    <Button busy={busy} {...state}>
      {t('export')}
    </Button>
  )
}
