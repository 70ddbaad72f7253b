// The heads of a spreadsheet: the band of groups above, then a head for each column; they stay while the rows scroll. And its foot.
// biome-ignore-all lint/a11y/useFocusableInteractive: of all cells of a grid one has the tab stop, its rows have none
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: cells and row headers have a column index
import { ArrowDown, ArrowUp } from 'lucide-react'
import { classes } from '../class-names.ts'
import type { SheetColumn, SheetGroup } from './sheet.ts'
import type { ShownColumn } from './sheet-row.tsx'

type PartProps<Of> = {
  columns: readonly SheetColumn<Of>[]
  pinnedLefts: readonly number[]
  pinnedWidth: number
  shown: readonly ShownColumn[]
}
export const bandHeight = 28
export const headHeight = 44

/** The band: each group over its columns, its name at the left edge of what is seen of it. */
function Band<Of>({
  columns,
  pinnedLefts,
  pinnedWidth,
  shown,
  groups,
  starts,
}: PartProps<Of> & { groups: readonly SheetGroup[]; starts: readonly number[] }) {
  const visible = new Set(shown.map(({ index }) => columns[index]?.group))
  const band = 'absolute top-0 flex items-center border-b border-line bg-sunken text-caption text-text-2'
  return (
    <div role="row" aria-rowindex={1} className="absolute inset-x-0 top-0 bg-sunken" style={{ height: bandHeight }}>
      <div
        role="gridcell"
        aria-colindex={1}
        aria-colspan={pinnedLefts.length}
        className="sticky left-0 z-[2] border-b border-line bg-sunken"
        style={{ width: pinnedWidth, height: bandHeight }}
      />
      {groups.map(({ key, name, note }) => {
        const first = columns.findIndex((column) => column.group === key)
        const last = columns.findLastIndex((column) => column.group === key)
        if (first < 0 || !visible.has(key)) return null
        const left = starts[first] ?? 0
        const width = (starts[last] ?? 0) + (columns[last]?.width ?? 0) - left
        return (
          <div
            key={key}
            role="columnheader"
            aria-colindex={first + 1}
            aria-colspan={last - first + 1}
            title={note ? `${name} ${note}` : name}
            className={classes(band, 'overflow-clip border-l')}
            style={{ left, width, height: bandHeight }}
          >
            <span className="sticky truncate px-2.5" style={{ left: pinnedWidth }}>
              <bdi className="font-semibold text-text">{name}</bdi> {note}
            </span>
          </div>
        )
      })}
    </div>
  )
}

export function SheetHead<Of>({
  columns,
  pinnedLefts,
  pinnedWidth,
  shown,
  groups,
  starts,
  active,
  tabStop,
}: PartProps<Of> & {
  groups: readonly SheetGroup[]
  starts: readonly number[]
  active: number | undefined
  tabStop: number | undefined
}) {
  const parts = { columns, pinnedLefts, pinnedWidth, shown }
  const banded = groups.length > 0
  const head = (column: number, left: number, pinned: boolean) => {
    const definition = columns[column]
    if (!definition) return null
    const Arrow = definition.sorted === 'descending' ? ArrowDown : ArrowUp
    return (
      <div
        key={definition.key}
        role="columnheader"
        aria-colindex={column + 1}
        aria-sort={definition.sorted}
        aria-haspopup={definition.opens ? 'dialog' : undefined}
        tabIndex={tabStop === column ? 0 : -1}
        data-column={column}
        data-sheet-column={definition.key}
        title={definition.head}
        style={{ left, width: definition.width, height: headHeight }}
        className={classes(
          'flex flex-col justify-center border-b border-line-strong px-2.5 text-caption font-semibold text-text-2 select-none',
          pinned ? 'sticky z-[2] shrink-0 bg-surface' : 'absolute bg-surface',
          pinned && column === pinnedLefts.length - 1 && 'pinned-edge',
          definition.numeric && 'items-end text-right',
          definition.shaded && '!bg-sunken',
          column > 0 && columns[column - 1]?.group !== definition.group && 'border-l',
          (definition.opens || definition.sorted) && 'cursor-pointer hover:bg-hover',
          active === column ? 'outline-2 -outline-offset-2 outline-accent' : 'outline-none',
        )}
      >
        <span className="flex max-w-full items-center gap-1">
          {definition.mark}
          <span className="truncate">{definition.head}</span>
          {definition.sorted && <Arrow aria-hidden size={14} strokeWidth={2} className="shrink-0" />}
        </span>
        {definition.under && <span className="tabular font-normal text-text-3">{definition.under}</span>}
      </div>
    )
  }
  return (
    <div
      role="rowgroup"
      className="sticky top-0 z-[4] shrink-0 shadow-[inset_0_1px_var(--line)]"
      style={{ height: headHeight + (banded ? bandHeight : 0) }}
    >
      {banded && <Band {...parts} groups={groups} starts={starts} />}
      <div
        role="row"
        aria-rowindex={banded ? 2 : 1}
        data-sheet-row="head"
        data-row={-1}
        className="absolute inset-x-0 bottom-0 flex bg-surface"
        style={{ height: headHeight }}
      >
        {pinnedLefts.map((left, column) => head(column, left, true))}
        {shown.map(({ index, start }) => head(index, start, false))}
      </div>
    </div>
  )
}

export function SheetFoot<Of>({ columns, pinnedLefts, shown, height, rowIndex }: PartProps<Of> & { height: number; rowIndex: number }) {
  const cell = (column: number, left: number, pinned: boolean) => {
    const definition = columns[column]
    return (
      definition && (
        <div
          key={definition.key}
          role={column === 0 ? 'rowheader' : 'gridcell'}
          aria-colindex={column + 1}
          style={{ left, width: definition.width, height }}
          className={classes(
            'flex items-center border-t border-line-strong bg-sunken px-2.5 font-semibold whitespace-nowrap',
            pinned ? 'sticky z-[1] shrink-0' : 'absolute',
            pinned && column === pinnedLefts.length - 1 && 'pinned-edge',
            definition.numeric && 'tabular justify-end',
          )}
        >
          {definition.foot}
        </div>
      )
    )
  }
  return (
    <div role="rowgroup" className="sticky bottom-0 z-[3] mt-auto shrink-0 bg-sunken" style={{ height }}>
      <div role="row" aria-rowindex={rowIndex} className="relative flex" style={{ height }}>
        {pinnedLefts.map((left, column) => cell(column, left, true))}
        {shown.map(({ index, start }) => cell(index, start, false))}
      </div>
    </div>
  )
}
