// A workbook drawn by the page: its sheets as tabs, of each only the visible cells; the chosen cell is shown in full above them.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { classes } from '../../ui/class-names.ts'
import { number } from '../../ui/format.ts'
import { Tabs, useTabs } from '../../ui/menus/tabs.tsx'
import type { StageProps } from '../stage.ts'
import type { Sheet } from './sheets.ts'
import { charactersOf } from './text-width.ts'

const rowHeight = 26
const headWidth = 52
const letterWidth = 7.5

/** The letters of a column: A, Z, AA. */
export const columnName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26)

export function SheetsView({ sheets, view, zoom = 1 }: StageProps & { sheets: readonly Sheet[] }) {
  const t = useTexts('viewer')
  const [index, setIndex] = useState(0)
  const wired = useTabs()
  const sheet = sheets[index]
  if (!sheet) return <p className="m-auto p-6 text-center text-text-2">{t('emptySheet')}</p>
  const grid = <Grid key={index} sheet={sheet} label={`${view.name}: ${sheet.name}`} zoom={zoom} />
  if (sheets.length === 1) return grid
  return (
    <div className="flex h-full flex-col">
      <Tabs
        label={t('sheets')}
        value={String(index)}
        onChange={(value) => setIndex(Number(value))}
        tabs={sheets.map(({ name }, nth) => ({ value: String(nth), label: name }))}
        wired={wired}
        className="shrink-0 bg-surface px-4"
      />
      <div role="tabpanel" id={wired.panelId} aria-labelledby={wired.tabId(String(index))} className="min-h-0 flex-1">
        {grid}
      </div>
    </div>
  )
}

function Grid({ sheet, label, zoom }: { sheet: Sheet; label: string; zoom: number }) {
  const t = useTexts('viewer')
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<{ row: number; column: number }>({ row: 0, column: 0 })
  const { rows, columns, widths, spans } = sheet
  const height = Math.round(rowHeight * zoom)
  const widthOf = (column: number) => Math.round(Math.min(420, Math.max(44, (widths[column] ?? 11) * letterWidth + 10)) * zoom)
  const head = Math.round(headWidth * zoom)
  const vertical = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 8,
    paddingStart: height,
    scrollPaddingStart: height,
  })
  const horizontal = useVirtualizer({
    count: columns,
    getScrollElement: () => box.current,
    estimateSize: widthOf,
    horizontal: true,
    overscan: 4,
    paddingStart: head,
    scrollPaddingStart: head,
  })
  useEffect(() => {
    vertical.measure()
    horizontal.measure()
  }, [zoom])
  const spanOf = useMemo(() => new Map(spans.map(({ row, column, span }) => [`${row} ${column}`, span])), [spans])
  const visibleColumns = horizontal.getVirtualItems()
  const text = rows[chosen.row]?.[chosen.column]?.text ?? ''
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const screen = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / height) - 2)
    const steps: Record<string, [number, number]> = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowRight: [0, 1],
      ArrowLeft: [0, -1],
      PageDown: [screen, 0],
      PageUp: [-screen, 0],
      Home: [0, -columns],
      End: [0, columns],
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const within = (at: number, count: number) => Math.max(0, Math.min(count - 1, at))
    const next = { row: within(chosen.row + step[0], rows.length), column: within(chosen.column + step[1], columns) }
    setChosen(next)
    vertical.scrollToIndex(next.row)
    horizontal.scrollToIndex(next.column)
  }
  if (rows.length === 0 || columns === 0) return <p className="p-6 text-center text-text-2">{t('emptySheet')}</p>
  const cellId = (row: number, column: number) => `${id}-${row}-${column}`
  const headLook = 'absolute flex items-center justify-center border-r border-b border-line bg-sunken text-text-2'
  return (
    <div className="flex h-full flex-col">
      <p className="flex min-h-9 shrink-0 items-center gap-3 border-b border-line bg-surface px-4 text-small" aria-live="polite">
        <span className="tabular w-14 shrink-0 font-semibold text-text-2">{`${columnName(chosen.column)}${chosen.row + 1}`}</span>
        <span className="max-h-24 min-w-0 flex-1 overflow-auto py-1 break-words whitespace-pre-wrap">{text}</span>
      </p>
      {sheet.cut && (
        <p className="shrink-0 bg-warn-soft px-4 py-1.5 text-small text-warn-text">{t('sheetCut', { rows: number(rows.length) })}</p>
      )}
      <div
        ref={box}
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns + 1}
        aria-readonly
        aria-activedescendant={cellId(chosen.row, chosen.column)}
        tabIndex={0}
        onKeyDown={onKey}
        className="min-h-0 flex-1 overflow-auto bg-surface focus-visible:-outline-offset-2"
        style={{ fontSize: `${13 * zoom}px` }}
      >
        <div role="rowgroup" className="relative" style={{ height: vertical.getTotalSize(), width: horizontal.getTotalSize() }}>
          <div
            role="row"
            tabIndex={-1}
            aria-rowindex={1}
            className="sticky top-0 z-20"
            style={{ height, width: horizontal.getTotalSize() }}
          >
            <span
              role="gridcell"
              tabIndex={-1}
              aria-colindex={1}
              className={`${headLook} !sticky left-0 z-10 h-full`}
              style={{ width: head, height }}
            />
            {visibleColumns.map(({ index, start, size }) => (
              <span
                key={index}
                role="columnheader"
                tabIndex={-1}
                aria-colindex={index + 2}
                className={`${headLook} top-0`}
                style={{ left: start, width: size, height }}
              >
                {columnName(index)}
              </span>
            ))}
          </div>
          {vertical.getVirtualItems().map(({ index: row, start }) => (
            <div
              key={row}
              role="row"
              tabIndex={-1}
              aria-rowindex={row + 2}
              className="absolute left-0"
              style={{ top: start, height, width: horizontal.getTotalSize() }}
            >
              <span
                role="rowheader"
                tabIndex={-1}
                aria-colindex={1}
                className={`${headLook} tabular !sticky left-0 z-10`}
                style={{ width: head, height }}
              >
                {row + 1}
              </span>
              {visibleColumns.map(({ index: column, start: left, size }) => {
                const cell = rows[row]?.[column]
                const span = spanOf.get(`${row} ${column}`) ?? 1
                let width = size
                for (let next = 1; next < span; next++) width += widthOf(column + next)
                // a text goes on over empty cells, as in the programs that write such files
                const needed = cell && !cell.end && span === 1 ? charactersOf(cell.text) * letterWidth * zoom : 0
                for (let next = column + 1; width < needed && next < columns && !rows[row]?.[next]; next++) width += widthOf(next)
                const isChosen = chosen.row === row && chosen.column === column
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys of the grid choose cells
                  <span
                    key={column}
                    id={cellId(row, column)}
                    role="gridcell"
                    aria-colindex={column + 2}
                    {...(span > 1 && { 'aria-colspan': span })}
                    aria-selected={isChosen}
                    tabIndex={-1}
                    onClick={() => setChosen({ row, column })}
                    className={classes(
                      'absolute top-0 overflow-hidden border-r border-b border-line px-1.5 leading-[1.9] text-ellipsis whitespace-pre',
                      width > size && 'z-[1] bg-surface',
                      cell?.end && 'tabular text-right',
                      cell?.strong && 'font-semibold',
                      isChosen && 'z-[2] outline-2 -outline-offset-2 outline-accent',
                    )}
                    style={{ left, width, height }}
                  >
                    {cell?.text}
                  </span>
                )
              })}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
