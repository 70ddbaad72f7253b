// A row of a spreadsheet: its pinned cells, and those of the shown columns.
// biome-ignore-all lint/a11y/useFocusableInteractive: of all cells of a grid one has the tab stop, its rows have none
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: cells and row headers have a column index
import { ChevronDown } from 'lucide-react'
import { memo } from 'react'
import { classes } from '../class-names.ts'
import { CellInput, type Leaving } from './cell-input.tsx'
import type { SheetColumn, SpreadsheetProps } from './sheet.ts'

export type Editing = { start: string; typed: boolean }
export type ShownColumn = { index: number; start: number }

export type RowProps<Of> = {
  row: Of
  rowKey: string
  index: number
  /** Rows of the heads, which come first. */
  headRows: number
  top: number
  height: number
  columns: readonly SheetColumn<Of>[]
  pinnedLefts: readonly number[]
  shown: readonly ShownColumn[]
  active: number | undefined
  /** The one cell that Tab leads to. */
  tabStop: number | undefined
  left: number | undefined
  right: number | undefined
  editing: Editing | undefined
  picked: boolean
  choice: SpreadsheetProps<Of>['choice'] | undefined
  openLabel: string | undefined
  onDone: (text: string, leaving: Leaving) => void
  onCancel: () => void
}

function SheetRow<Of>(props: RowProps<Of>) {
  const { row, rowKey, index, headRows, top, height, columns, pinnedLefts, shown, active, picked, editing, choice } = props
  const isTinted = active !== undefined || picked
  const cell = (column: number, left: number, pinned: boolean) => {
    const definition = columns[column]
    return (
      definition && (
        <MemoCell
          key={definition.key}
          row={row}
          rowKey={rowKey}
          definition={definition}
          column={column}
          left={left}
          height={height}
          pinned={pinned}
          lastPinned={pinned && column === pinnedLefts.length - 1}
          beginsGroup={column > 0 && columns[column - 1]?.group !== definition.group}
          isActive={active === column}
          isTabStop={props.tabStop === column}
          inArea={props.left !== undefined && props.right !== undefined && column >= props.left && column <= props.right}
          isTinted={isTinted}
          editing={active === column ? editing : undefined}
          picked={picked}
          choice={column === 0 ? choice : undefined}
          openLabel={props.openLabel}
          onDone={props.onDone}
          onCancel={props.onCancel}
        />
      )
    )
  }
  return (
    <div
      role="row"
      aria-rowindex={index + headRows + 1}
      aria-selected={choice ? picked : undefined}
      data-sheet-row={rowKey}
      data-row={index}
      style={{ top, height }}
      className={classes('absolute inset-x-0 flex', isTinted ? 'bg-accent-soft' : 'bg-surface')}
    >
      {pinnedLefts.map((left, column) => cell(column, left, true))}
      {shown.map(({ index: column, start }) => cell(column, start, false))}
    </div>
  )
}

type CellProps<Of> = Pick<
  RowProps<Of>,
  'row' | 'rowKey' | 'height' | 'editing' | 'picked' | 'choice' | 'openLabel' | 'onDone' | 'onCancel'
> & {
  definition: SheetColumn<Of>
  column: number
  left: number
  pinned: boolean
  lastPinned: boolean
  beginsGroup: boolean
  isActive: boolean
  isTabStop: boolean
  inArea: boolean
  isTinted: boolean
}

function Cell<Of>(props: CellProps<Of>) {
  const { row, definition, column, left, pinned, isActive, editing, choice, picked, height, openLabel } = props
  const edited = isActive && editing !== undefined
  const editable = definition.editable?.(row) ?? false
  const names = column === 0
  return (
    <div
      role={names ? 'rowheader' : 'gridcell'}
      aria-colindex={column + 1}
      aria-selected={props.inArea || isActive}
      aria-readonly={editable ? undefined : true}
      tabIndex={props.isTabStop && !edited ? 0 : -1}
      data-column={column}
      data-sheet-column={definition.key}
      style={{ left, width: definition.width, height }}
      className={classes(
        'flex items-center gap-1.5 border-b border-line px-2.5 whitespace-nowrap select-none',
        pinned ? 'sticky z-[1] shrink-0 bg-inherit' : 'absolute',
        props.lastPinned && 'pinned-edge',
        definition.numeric && 'tabular justify-end',
        definition.strong && 'font-semibold',
        definition.shaded && !props.isTinted && 'bg-sunken',
        definition.shaded && 'text-text-2',
        props.beginsGroup && 'border-l',
        props.inArea && !isActive && 'bg-[color-mix(in_srgb,var(--accent)_16%,var(--surface))]',
        isActive && !edited ? '!z-[2] bg-surface outline-2 -outline-offset-2 outline-accent' : 'outline-none',
        edited && 'z-[5]',
      )}
    >
      {names && choice && (
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={choice.label(row)}
          checked={picked}
          onChange={() => {
            const next = new Set(choice.chosen)
            if (!next.delete(props.rowKey)) next.add(props.rowKey)
            choice.onChange(next)
          }}
          className="size-4 shrink-0 accent-accent pointer-coarse:size-6"
        />
      )}
      {edited ? (
        <CellInput
          label={definition.head}
          start={editing.start}
          typed={editing.typed}
          refuse={(text) => definition.refuse?.(text)}
          onDone={props.onDone}
          onCancel={props.onCancel}
        />
      ) : (
        <>
          {isActive && openLabel && editable && (
            <button
              type="button"
              tabIndex={-1}
              aria-label={openLabel}
              data-sheet-open
              className="absolute left-0.5 inline-flex size-6 items-center justify-center rounded-control bg-surface text-text-2 hover:bg-hover pointer-coarse:size-9"
            >
              <ChevronDown aria-hidden size={14} strokeWidth={2} />
            </button>
          )}
          {definition.cell(row)}
        </>
      )}
    </div>
  )
}

const MemoCell = memo(Cell) as typeof Cell
export default memo(SheetRow) as typeof SheetRow
