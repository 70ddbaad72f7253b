// A spreadsheet: rows and columns of cells that are written in place, by keys as in any spreadsheet program. Heads, foot and pinned columns stay;
// of rows and columns only the visible ones are drawn. Its values belong to the caller, who saves what onWrite and onPaste say.
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { chosenIn, headRow, type Position } from './area.ts'
import { type SpreadsheetProps, useRowHeight } from './sheet.ts'
import { bandHeight, headHeight, SheetFoot, SheetHead } from './sheet-head.tsx'
import SheetRow from './sheet-row.tsx'
import { useSheet } from './use-sheet.ts'

export type { SheetColumn, SpreadsheetProps, Written } from './sheet.ts'

/** The visible ones and the one with the focus, which must not vanish under it. */
const withOne = (one: number) => (range: Range) => {
  const indexes = defaultRangeExtractor(range)
  return one < 0 || one >= range.count || indexes.includes(one) ? indexes : [...indexes, one].sort((a, b) => a - b)
}

export function Spreadsheet<Of>(props: SpreadsheetProps<Of>) {
  const { label, help, columns, groups, rows, rowKey, density, choice } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const height = useRowHeight(density)
  const pinned = columns.findIndex((column) => !column.pinned)
  const pinnedCount = pinned < 0 ? columns.length : pinned
  const { pinnedLefts, pinnedWidth, starts, width } = useMemo(() => {
    const starts: number[] = []
    let width = 0
    for (const column of columns) {
      starts.push(width)
      width += column.width
    }
    return { pinnedLefts: starts.slice(0, pinnedCount), pinnedWidth: starts[pinnedCount] ?? width, starts, width }
  }, [columns, pinnedCount])
  const headRows = groups.length ? 2 : 1
  const headsHeight = headHeight + (groups.length ? bandHeight : 0)
  const hasFoot = columns.some(({ foot }) => foot !== undefined)
  const footHeight = hasFoot ? height : 0

  const [wanted, setWanted] = useState<Position>()
  const page = () => Math.max(1, Math.floor(((box.current?.clientHeight ?? 400) - headsHeight - footHeight) / height) - 1)
  const sheet = useSheet(props, { page, focusCell: (position) => setWanted({ ...position }) })
  const { active } = sheet

  const rowVirtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 6,
    paddingStart: headsHeight,
    paddingEnd: footHeight,
    scrollPaddingStart: headsHeight,
    scrollPaddingEnd: footHeight,
    rangeExtractor: useCallback((range: Range) => withOne(active.row)(range), [active.row]),
  })
  const columnVirtualizer = useVirtualizer({
    horizontal: true,
    count: columns.length - pinnedCount,
    getScrollElement: () => box.current,
    estimateSize: (i) => columns[i + pinnedCount]?.width ?? 80,
    overscan: 3,
    paddingStart: pinnedWidth,
    scrollPaddingStart: pinnedWidth,
    rangeExtractor: useCallback((range: Range) => withOne(active.column - pinnedCount)(range), [active.column, pinnedCount]),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when they change
  useEffect(() => {
    rowVirtualizer.measure()
    columnVirtualizer.measure()
  }, [height, columns])

  useLayoutEffect(() => {
    if (!wanted) return
    if (wanted.row !== headRow) rowVirtualizer.scrollToIndex(wanted.row, { align: 'auto' })
    if (wanted.column >= pinnedCount) columnVirtualizer.scrollToIndex(wanted.column - pinnedCount, { align: 'auto' })
    const cell = box.current?.querySelector<HTMLElement>(`[data-row="${wanted.row}"] [data-column="${wanted.column}"]`)
    cell?.focus({ preventScroll: true })
  }, [wanted, rowVirtualizer, columnVirtualizer, pinnedCount])

  const columnItems = columnVirtualizer.getVirtualItems()
  const shown = useMemo(() => columnItems.map(({ index, start }) => ({ index: index + pinnedCount, start })), [columnItems, pinnedCount])
  const latest = useRef(sheet)
  latest.current = sheet
  const onDone = useCallback((...done: Parameters<typeof sheet.done>) => latest.current.done(...done), [])
  const onCancel = useCallback(() => latest.current.cancel(), [])
  const parts = { columns, pinnedLefts, pinnedWidth, shown }
  return (
    <>
      <p id={id} className="screen-reader">
        {help}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a table of spacers would be laid out anew with every scroll */}
      <div
        ref={box}
        role="grid"
        aria-label={label}
        aria-describedby={id}
        aria-multiselectable
        aria-rowcount={rows.length + headRows + (hasFoot ? 1 : 0)}
        aria-colcount={columns.length}
        className="sheet relative max-h-full overflow-auto text-small"
        {...sheet.handlers}
      >
        <div className="relative flex flex-col bg-surface" style={{ width, height: rowVirtualizer.getTotalSize() }}>
          <SheetHead
            {...parts}
            groups={groups}
            starts={starts}
            active={sheet.used && active.row === headRow ? active.column : undefined}
            tabStop={active.row === headRow ? active.column : undefined}
          />
          <div role="rowgroup">
            {rowVirtualizer.getVirtualItems().map(({ index, start }) => {
              const row = rows[index]
              if (row === undefined) return null
              const isActive = index === active.row
              const chosen = sheet.used ? chosenIn(sheet.area, index) : undefined
              const several = sheet.area.anchor.row !== active.row || sheet.area.anchor.column !== active.column
              return (
                <SheetRow
                  key={rowKey(row)}
                  row={row}
                  rowKey={rowKey(row)}
                  index={index}
                  headRows={headRows}
                  top={start}
                  height={height}
                  columns={columns}
                  pinnedLefts={pinnedLefts}
                  shown={shown}
                  active={isActive && (sheet.used || sheet.editing) ? active.column : undefined}
                  tabStop={isActive ? active.column : undefined}
                  left={several ? chosen?.left : undefined}
                  right={several ? chosen?.right : undefined}
                  editing={isActive ? sheet.editing : undefined}
                  picked={choice?.chosen.has(rowKey(row)) ?? false}
                  choice={choice}
                  openLabel={props.onOpen && props.openLabel}
                  onDone={onDone}
                  onCancel={onCancel}
                />
              )
            })}
          </div>
          {hasFoot && <SheetFoot {...parts} height={height} rowIndex={rows.length + headRows + 1} />}
        </div>
      </div>
    </>
  )
}
